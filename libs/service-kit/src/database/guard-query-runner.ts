import { AppError } from '@acequia/contracts';
import type { DataSource, QueryRunner } from 'typeorm';
import { inSpan, nameOfQuery } from '../trace/spans.js';
import { isAnswerLost, isDatabaseUnavailable, translateDatabaseError } from './database-errors.js';

/** Statements hold parameters and no values, so errors may quote their text; its beginning is enough. */
const MAX_TEXT = 500;

interface PgClient {
  connection?: { stream?: { destroy(error: Error): void } };
}

/** A WITH may contain a statement that writes. */
const isRead = (sql: string): boolean => /^\s*(select|show|with(?![^]*\b(insert|update|delete|merge)\b))\b/i.test(sql);

/** Limits the wait for `answer`; then it destroys the connection, so that a half-read one does not return to the pool. */
const withDeadline = async <T>(answer: Promise<T>, client: PgClient, deadline_ms: number): Promise<T> => {
  const timer = setTimeout(() => client.connection?.stream?.destroy(new Error('Query read timeout')), deadline_ms);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Makes every query through TypeORM fail with an AppError when the database is away: `servicio_no_disponible`, or
 * `resultado_desconocido` when a write (a COMMIT, or a statement outside a transaction) was sent and its answer lost.
 * @param deadline_ms longest wait for an answer; after it the connection counts as dead and is dropped.
 */
export const guardQueryRunners = (dataSource: DataSource, deadline_ms: number): void => {
  const create = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => guard(create(mode), deadline_ms);
};

const guard = (runner: QueryRunner, deadline_ms: number): QueryRunner => {
  const connect = runner.connect.bind(runner);
  const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;

  const guarded = async (sql: string, ...rest: unknown[]): Promise<unknown> => {
    // TypeORM releases a runner whose connection broke, and then rejects the rest of its transaction with an error of its own.
    if (runner.isReleased && runner.isTransactionActive) throw new AppError('servicio_no_disponible');
    const client = runner.isReleased ? {} : ((await runner.connect()) as PgClient);
    try {
      return await inSpan(
        'client',
        nameOfQuery(sql),
        () => ({ 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, MAX_TEXT) }),
        () => withDeadline(query(sql, ...rest), client, deadline_ms),
      );
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const writes = sql === 'COMMIT' || (!runner.isTransactionActive && !isRead(sql));
      throw new AppError(writes && isAnswerLost(error) ? 'resultado_desconocido' : 'servicio_no_disponible', {
        cause: error,
      });
    }
  };

  return Object.assign(runner, {
    connect: async () => {
      try {
        return (await connect()) as unknown;
      } catch (error) {
        throw translateDatabaseError(error);
      }
    },
    query: guarded,
  });
};
