import { Recurring } from './recurring.js';
import { deferred, type Deferred } from './spec-support/deferred.js';

describe('recurring work', () => {
  it('runs once at a time, again after a failure, and is done when it has stopped', async () => {
    const reported: unknown[] = [];
    const rounds: Deferred<void>[] = [];
    const recurring = new Recurring(
      () => {
        const round = deferred();
        rounds.push(round);
        return round.promise;
      },
      (error) => reported.push(error),
    );
    recurring.now();
    recurring.now();
    expect(rounds).toHaveLength(1);
    rounds[0]!.reject('broken');
    await recurring.stop();
    expect(reported).toEqual(['broken']);

    recurring.now();
    const stopped = recurring.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, Promise.resolve('running')])).toBe('running');
    rounds[1]!.resolve();
    expect(await stopped).toBe('stopped');
  });

  it('runs once more when it is finished, after the current run', async () => {
    const rounds: Deferred<void>[] = [];
    const recurring = new Recurring(
      () => {
        const round = deferred();
        rounds.push(round);
        return round.promise;
      },
      () => undefined,
    );
    recurring.now();
    const finished = recurring.finish().then(() => 'finished');
    rounds[0]!.resolve();
    while (rounds.length < 2) await Promise.resolve();
    expect(await Promise.race([finished, Promise.resolve('running')])).toBe('running');
    rounds[1]!.resolve();
    expect(await finished).toBe('finished');
  });
});
