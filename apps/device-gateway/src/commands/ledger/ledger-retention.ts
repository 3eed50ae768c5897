import { LOGGER, type Logger, Recurring } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

const HOUR_MS = 3_600_000;
/** How long a command is kept. */
const KEPT_DAYS = 400;

/** Deletes commands past their retention. */
@Injectable()
export class LedgerRetention implements OnModuleInit, BeforeApplicationShutdown {
  private readonly purges = new Recurring(
    () => this.purge(),
    (error) => this.logger.warn({ err: error }, 'old commands could not be removed'),
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

  async purge(): Promise<void> {
    await this.db.query(`DELETE FROM comandos WHERE pedido_en < now() - interval '${KEPT_DAYS} days'`);
  }
}
