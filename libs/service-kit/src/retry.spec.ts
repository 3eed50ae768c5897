import { backOff, retry } from './index.js';

const failing = (times: number) => {
  let attempts = 0;
  const work = () =>
    Promise.resolve().then(() => (++attempts > times ? attempts : Promise.reject(new Error(`${attempts}`))));
  return work;
};

describe('work that is retried', () => {
  it('answers once it succeeds', async () => {
    await expect(retry(failing(3), () => 0)).resolves.toBe(4);
  });

  it('fails with the last error when it is given up', async () => {
    await expect(retry(failing(9), (_error, attempt) => (attempt < 3 ? 1 : undefined))).rejects.toThrow('3');
  });

  it('ends during its pause when it is stopped', async () => {
    const stop = new AbortController();
    const under = retry(failing(9), () => 3_600_000, stop.signal);
    setImmediate(() => stop.abort());
    await expect(under).rejects.toMatchObject({ name: 'AbortError' });
    await expect(retry(failing(0), () => 0, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('waits longer each time, up to a limit', () => {
    for (const [attempt, ms] of [
      [1, 100],
      [3, 400],
      [60, 2_000],
    ] as const) {
      const pause = backOff(attempt, 100, 2_000);
      expect(pause).toBeGreaterThanOrEqual(ms * 0.75);
      expect(pause).toBeLessThanOrEqual(ms * 1.25);
    }
  });
});
