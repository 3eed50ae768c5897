import type { Logger as PinoLogger } from 'pino';
import type { Logger } from 'typeorm';

/** Writes TypeORM's warnings and migrations to the service's log, never statement parameters: they hold user input. */
export class TypeOrmLogger implements Logger {
  constructor(private readonly logger: PinoLogger) {}

  logQuery(): void {}

  /** Empty: the error propagates to the caller, which logs it. */
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
