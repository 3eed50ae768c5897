import { jest } from '@jest/globals';
import { RolloutWatch } from './rollout-watch.js';

describe('looks at rollouts', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are each second while something is under way, and at rest one in half a minute or at a signal', async () => {
    let isBusy = true;
    let looks = 0;
    const watch = new RolloutWatch(
      () => {
        looks++;
        return Promise.resolve(isBusy);
      },
      (error) => {
        throw error;
      },
    );
    const during = async (ms: number): Promise<number> => {
      const before = looks;
      await jest.advanceTimersByTimeAsync(ms);
      return looks - before;
    };
    watch.start();
    expect(await during(10_000)).toBe(10);
    isBusy = false;
    expect(await during(60_000)).toBe(2);
    isBusy = true;
    const before = looks;
    watch.wake();
    expect(looks).toBe(before + 1);
    expect(await during(5_000)).toBe(5);
    await watch.stop();
    expect(await during(60_000)).toBe(0);
  });
});
