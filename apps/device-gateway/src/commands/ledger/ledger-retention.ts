import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;
/** How long a command is kept. */
const KEPT_DAYS = 400;

/** Deletes commands past their retention. */
@Injectable()
export class LedgerRetention {
  constructor(private readonly db: DataSource) {}

  @Every({ ms: HOUR_MS, failed: 'old commands could not be removed' })
  async purge(): Promise<void> {
    await this.db.query(`DELETE FROM comandos WHERE pedido_en < now() - interval '${KEPT_DAYS} days'`);
  }
}
