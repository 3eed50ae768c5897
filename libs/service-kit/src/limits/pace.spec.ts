import { Pace } from './pace.js';

const turns = () => {
  let count = 0;
  let going = true;
  const turn = (): void => {
    count += 1;
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  return { count: () => count, stop: () => (going = false) };
};

describe('the pace of long work', () => {
  it('lets the event loop turn after each slice', async () => {
    const loop = turns();
    const pace = new Pace(0);
    for (let n = 0; n < 100; n += 1) await pace.rest();
    loop.stop();
    expect(pace.rests).toBe(100);
    expect(loop.count()).toBeGreaterThanOrEqual(99);
  });

  it('goes on within a slice', async () => {
    const pace = new Pace(60_000);
    for (let n = 0; n < 100; n += 1) await pace.rest();
    expect(pace.rests).toBe(0);
  });

  it('ends work that takes too long', async () => {
    await expect(new Pace(0, -1).rest()).rejects.toThrow('took longer');
  });
});
