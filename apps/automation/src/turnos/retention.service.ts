import { LOGGER, type Logger, Recurring } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;
/** Past turns are kept for so long, days: two seasons and the one before. */
const KEPT_DAYS = 800;
/** An exception is needed until its day is over, days. */
const EXCEPTION_DAYS = 7;
/** Rows per DELETE. */
const BATCH = 5_000;

/** Deletes turns past their retention. */
@Injectable()
export class RetentionService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly purges = new Recurring(
    () => this.purge(Date.now()),
    (error) => this.logger.warn({ err: error }, 'old turns could not be removed'),
  );

  constructor(
    private readonly db: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.purges.start(HOUR_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.purges.stop();
  }

  /** Returns the number of deleted turns. */
  async purge(now: number): Promise<number> {
    const before = now - KEPT_DAYS * 24 * HOUR_MS;
    let gone = 0;
    for (;;) {
      const [, n]: [unknown, number] = await this.db.query(
        `DELETE FROM turnos WHERE turno_id IN (SELECT turno_id FROM turnos WHERE inicio < $1 LIMIT ${BATCH})`,
        [before],
      );
      gone += n;
      if (n < BATCH) break;
    }
    await this.db.query('DELETE FROM no_regar WHERE hasta < $1', [before]);
    await this.db.query('DELETE FROM excepciones WHERE inicio < $1', [now - EXCEPTION_DAYS * 24 * HOUR_MS]);
    return gone;
  }
}
