import { LOGGER, type Logger, retryDeadlock } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { DataSource } from 'typeorm';

type Effect = () => Promise<unknown>;
type TransactionEvent = { queryRunner: QueryRunner };

/** Longest that an answer waits for the caches, ms. Cached entries expire within seconds anyway (GrantsWriter, SessionInvalidator). */
const PATIENCE_MS = 1_000;

const within = async (effect: Effect): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the cache did not answer in time')), PATIENCE_MS);
  });
  try {
    await Promise.race([effect(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Runs transactions and the effects that follow their commit: updating the caches of grants and sessions. */
@Injectable()
export class Transactions implements EntitySubscriberInterface {
  private readonly effects = new WeakMap<QueryRunner, Effect[]>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    dataSource.subscribers.push(this);
  }

  /** Resolves after the effects of the commit. Runs `work` again when Postgres aborts the transaction to break a deadlock. */
  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return retryDeadlock(() => this.dataSource.transaction(work));
  }

  /**
   * Runs an effect after the current transaction commits, whichever code began it, and never after a rollback. A failed effect is
   * only logged: Postgres holds the truth.
   */
  afterCommit(tx: EntityManager, effect: Effect): void {
    if (!tx.queryRunner?.isTransactionActive) throw new Error('There is no transaction under way');
    const effects = this.effects.get(tx.queryRunner) ?? [];
    this.effects.set(tx.queryRunner, [...effects, effect]);
  }

  async afterTransactionCommit({ queryRunner }: TransactionEvent): Promise<void> {
    // TypeORM also reports a released savepoint here, while the transaction is still active.
    if (queryRunner.isTransactionActive) return;
    const effects = this.take(queryRunner);
    const results = await Promise.allSettled(effects.map(within));
    for (const result of results) {
      if (result.status === 'rejected') this.logger.warn({ err: result.reason }, 'A cache was not told of a change');
    }
  }

  afterTransactionRollback({ queryRunner }: TransactionEvent): void {
    this.take(queryRunner);
  }

  private take(queryRunner: QueryRunner): Effect[] {
    const effects = this.effects.get(queryRunner) ?? [];
    this.effects.delete(queryRunner);
    return effects;
  }
}
