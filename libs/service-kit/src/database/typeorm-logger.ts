import type { Logger as PinoLogger } from 'pino';
import type { Logger } from 'typeorm';

/** TypeORM's warnings and migrations in our log. Never statements with their parameters: they hold what people typed. */
export class TypeOrmLogger implements Logger {
  constructor(private readonly logger: PinoLogger) {}

  logQuery(): void {}

  /** The error goes up to whoever asked, and is logged there. */
  logQueryError(): void {}

  logQuerySlow(time: number, query: string): void {
    this.logger.warn({ ms: time, query }, 'Slow query');
  }

  logSchemaBuild(message: string): void {
    this.logger.debug(message);
  }

  logMigration(message: string): void {
    this.logger.info(message);
  }

  log(level: 'log' | 'info' | 'warn', message: string): void {
    this.logger[level === 'warn' ? 'warn' : 'debug'](message);
  }
}
