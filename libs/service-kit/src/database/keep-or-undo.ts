import type { EntityManager } from 'typeorm';

/** Carries a result out of a transaction that is not kept. */
class NotKept<T> extends Error {
  constructor(readonly result: T) {
    super('nothing is kept');
  }
}

type Transaction<T> = (work: (tx: EntityManager) => Promise<T>) => Promise<T>;

/** Answers the result of `work`, and keeps what it wrote only if `kept`: a preview runs the same code as the change itself. */
export const keepOrUndo = async <T>(
  transaction: Transaction<T>,
  work: (tx: EntityManager) => Promise<{ result: T; kept: boolean }>,
): Promise<T> => {
  try {
    return await transaction(async (tx) => {
      const { result, kept } = await work(tx);
      if (!kept) throw new NotKept(result);
      return result;
    });
  } catch (error) {
    if (error instanceof NotKept) return error.result as T;
    throw error;
  }
};
