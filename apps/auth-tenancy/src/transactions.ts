import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager, EntitySubscriberInterface, QueryRunner } from 'typeorm';
import { DataSource, QueryFailedError } from 'typeorm';

type Effect = () => Promise<unknown>;
type TransactionEvent = { queryRunner: QueryRunner };

/** Longest an answer waits for the caches, ms. They forget by themselves within seconds (GrantsWriter, SessionInvalidator). */
const PATIENCE_MS = 1_000;

/** Locks are taken in one order, but a batch of events holds those of several at once. */
const ATTEMPTS = 4;

const isDeadlock = (error: unknown): boolean =>
  error instanceof QueryFailedError && 'code' in error.driverError && error.driverError.code === '40P01';

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

/** Transactions, and what must follow their commit: telling the caches of grants and sessions. */
@Injectable()
export class Transactions implements EntitySubscriberInterface {
  private readonly effects = new WeakMap<QueryRunner, Effect[]>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    dataSource.subscribers.push(this);
  }

  /** Resolves after the effects of its commit. `work` runs again when Postgres breaks a deadlock by ending it. */
  async run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.dataSource.transaction(work);
      } catch (error) {
        if (!isDeadlock(error) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Does something once the transaction under way is committed, whoever began it, and never when it is not. An effect that
   * fails is logged: Postgres holds the truth.
   */
  afterCommit(tx: EntityManager, effect: Effect): void {
    if (!tx.queryRunner?.isTransactionActive) throw new Error('There is no transaction under way');
    const effects = this.effects.get(tx.queryRunner) ?? [];
    this.effects.set(tx.queryRunner, [...effects, effect]);
  }

  async afterTransactionCommit({ queryRunner }: TransactionEvent): Promise<void> {
    // A savepoint released within a transaction is told here too.
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
