import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
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
export class RetentionService {
  constructor(private readonly db: DataSource) {}

  /** Returns the number of deleted turns. */
  @Every({ ms: HOUR_MS, failed: 'old turns could not be removed' })
  async purge(now = Date.now()): Promise<number> {
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
