import { FairQueue, type Requester } from './fair-queue.js';

const requester = (address: string, account = 'ana', known = false): Requester => ({ address, account, known });

/** A queue that runs one task at a time and records the order, behind a task that ends on demand. */
const queue = (mostWaiting = 1_000) => {
  const fair = new FairQueue(1, mostWaiting, () => new Error('full'));
  const order: string[] = [];
  let open = (): void => undefined;
  const gate = fair.run(requester('gate'), () => new Promise<void>((resolve) => (open = resolve)));
  const tasks: Promise<unknown>[] = [];
  return {
    ask: (name: string, where: Requester) => {
      const task = fair.run(where, async () => void order.push(name));
      tasks.push(task.catch((error: Error) => order.push(`${name} ${error.message}`)));
    },
    run: async () => {
      open();
      await gate;
      await Promise.all(tasks);
      return order;
    },
  };
};

describe('a fair queue', () => {
  it('lets one who comes after 720 of another address be the second', async () => {
    const { ask, run } = queue();
    for (let n = 0; n < 720; n++) ask('flood', requester('flooder', `account ${n}`));
    ask('one', requester('home'));
    expect((await run()).indexOf('one')).toBe(1);
  });

  it('lets the accounts of one address alternate', async () => {
    const { ask, run } = queue();
    for (let n = 0; n < 50; n++) ask('flood', requester('office', 'eva'));
    ask('one', requester('office', 'ana'));
    expect((await run()).indexOf('one')).toBe(1);
  });

  it('lets who is known go before all strangers', async () => {
    const { ask, run } = queue();
    for (let n = 0; n < 100; n++) ask('flood', requester(`bot ${n}`));
    ask('one', requester('home', 'ana', true));
    expect((await run())[0]).toBe('one');
  });

  it('refuses the newest of whoever asks most once too many wait', async () => {
    const { ask, run } = queue(3);
    for (let n = 1; n <= 3; n++) ask(`flood ${n}`, requester('flooder'));
    ask('one', requester('home'));
    expect(await run()).toEqual(['flood 3 full', 'flood 1', 'one', 'flood 2']);
  });

  it('goes on after a task that fails', async () => {
    const fair = new FairQueue(1, 10, () => new Error('full'));
    await expect(fair.run(requester('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await fair.run(requester('a'), () => Promise.resolve('yes'))).toBe('yes');
  });
});
