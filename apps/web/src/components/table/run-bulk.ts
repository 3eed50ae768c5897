/** Calls at a time: the server refuses a flood of them. */
const AT_ONCE = 3;

export interface BulkFailure<T> {
  row: T;
  error: unknown;
}

/** Runs an action for every row, also after failures, and answers the rows it failed for with their errors, in the order given. */
export async function runBulk<T>(
  rows: readonly T[],
  run: (row: T) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<BulkFailure<T>[]> {
  const errors = new Map<number, unknown>();
  let [next, done] = [0, 0];
  const worker = async (): Promise<void> => {
    for (let i = next++; i < rows.length; i = next++) {
      try {
        await run(rows[i]!);
      } catch (error) {
        errors.set(i, error);
      }
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return rows.flatMap((row, i) => (errors.has(i) ? [{ row, error: errors.get(i) }] : []));
}
