import { runBulk } from './run-bulk.js';

describe('an action on several rows', () => {
  it('goes on after a failure, and names each row that failed with its error', async () => {
    const done: number[] = [];
    const failures = await runBulk([1, 2, 3, 4, 5], (row) => {
      if (row % 2 === 0) return Promise.reject(new Error(`no ${row}`));
      done.push(row);
      return Promise.resolve();
    });
    expect(done.sort()).toEqual([1, 3, 5]);
    expect(failures).toEqual([
      { row: 2, error: new Error('no 2') },
      { row: 4, error: new Error('no 4') },
    ]);
  });

  it('never has more than three calls under way, and tells how far it is', async () => {
    let [under, most] = [0, 0];
    const progress: number[] = [];
    await runBulk(
      Array.from({ length: 10 }, (_, i) => i),
      async () => {
        most = Math.max(most, ++under);
        await Promise.resolve();
        under--;
      },
      (n) => progress.push(n),
    );
    expect(most).toBe(3);
    expect(progress.at(-1)).toBe(10);
  });
});
