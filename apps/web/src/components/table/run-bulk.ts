/** Calls at a time: the server refuses a flood of them. */
const AT_ONCE = 3;

export interface BulkFailure<T> {
  row: T;
  reason: string;
}

/** Runs an action for every row, also after failures, and answers the rows it failed for, in the order given. */
export async function runBulk<T>(
  rows: readonly T[],
  run: (row: T) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<BulkFailure<T>[]> {
  const reasons = new Map<number, string>();
  let [next, done] = [0, 0];
  const worker = async (): Promise<void> => {
    for (let i = next++; i < rows.length; i = next++) {
      try {
        await run(rows[i]!);
      } catch (error) {
        reasons.set(i, error instanceof Error ? error.message : String(error));
      }
      onProgress(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return rows.flatMap((row, i) => {
    const reason = reasons.get(i);
    return reason === undefined ? [] : [{ row, reason }];
  });
}
