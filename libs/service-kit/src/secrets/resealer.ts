import { createHash } from 'node:crypto';
import { RESEALED_KEY, type Resealed, type Service } from '@acequia/contracts';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { BaseEnv } from '../config/env.js';
import type { Logger } from '../logger/logger.js';
import { ENV, LOGGER, REDIS_DURABLE } from '../tokens.js';
import { SecretBox } from './secret-box.js';
import type { RedisClient } from '../redis/redis.js';

/** A column that holds texts sealed by SecretBox; `key` is the table's primary key. Names are written by us, never by a person. */
export interface SealedColumn {
  table: string;
  key: string;
  column: string;
  context: string;
}

interface Parts {
  service: Service;
  env: Pick<BaseEnv, 'ACEQUIA_SECRET_KEY' | 'ACEQUIA_SECRET_KEY_PREVIOUS'>;
  db: DataSource;
  redis: RedisClient;
  logger: Logger;
  columns: readonly SealedColumn[];
  /** Recomputes what else depends on the key, after each pass that sealed something. */
  after?: () => Promise<void>;
}

const PER_PAGE = 500;
/** Instances that still seal with the previous key may run for a while, so the pass repeats. */
const AGAIN_MS = 15_000;

/** Tells keys apart without giving one away. */
export const keyPrint = (secret: string): string =>
  createHash('sha256').update(`acequia/v1/print\n${secret}`).digest('hex').slice(0, 16);

/**
 * While the installation's key is rotated, seals every stored secret of the service with the current key. A pass may be cut short
 * anywhere and run anywhere twice: a row is written only where it still holds the text that was read.
 */
export class Resealer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly box: SecretBox;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(private readonly parts: Parts) {
    const { ACEQUIA_SECRET_KEY, ACEQUIA_SECRET_KEY_PREVIOUS } = parts.env;
    this.box = new SecretBox(ACEQUIA_SECRET_KEY, ACEQUIA_SECRET_KEY_PREVIOUS);
  }

  onApplicationBootstrap(): void {
    if (this.parts.env.ACEQUIA_SECRET_KEY_PREVIOUS !== undefined) this.round();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** One pass over every column; tells in Redis how it went. */
  async pass(): Promise<Resealed> {
    const { env, redis, service, after } = this.parts;
    const report = { huella: keyPrint(env.ACEQUIA_SECRET_KEY), ts: Date.now(), sellados: 0, fallidos: 0 };
    for (const column of this.parts.columns) await this.column(column, report);
    if (report.sellados > 0) await after?.();
    await redis.hset(RESEALED_KEY, service, JSON.stringify(report));
    return report;
  }

  private round(): void {
    const { logger } = this.parts;
    this.running = this.pass()
      .then(
        ({ sellados, fallidos }) => {
          if (sellados > 0) logger.info({ sellados }, 'Secrets sealed with the current key');
          if (fallidos > 0) logger.warn({ fallidos }, 'Sealed secrets open with neither key');
        },
        (err: unknown) => logger.warn({ err }, 'Secrets could not be sealed with the current key yet'),
      )
      .then(() => {
        if (!this.stopped) this.timer = setTimeout(() => this.round(), AGAIN_MS);
      });
  }

  private async column({ table, key, column, context }: SealedColumn, report: Resealed): Promise<void> {
    const type = await this.typeOf(table, key);
    for (let last: string | null = null; !this.stopped;) {
      const rows: { key: unknown; sealed: string }[] = await this.parts.db.query(
        `SELECT ${key} AS key, ${column} AS sealed FROM ${table}
          WHERE ${column} IS NOT NULL AND ($1::text IS NULL OR ${key} > $1::text::${type})
          ORDER BY ${key} LIMIT ${PER_PAGE}`,
        [last],
      );
      for (const row of rows) {
        const sealed = this.resealed(row.sealed, context, report);
        if (sealed === null) continue;
        await this.parts.db.query(`UPDATE ${table} SET ${column} = $1 WHERE ${key} = $2 AND ${column} = $3`, [
          sealed,
          row.key,
          row.sealed,
        ]);
        report.sellados += 1;
      }
      if (rows.length < PER_PAGE) return;
      last = String(rows.at(-1)?.key);
    }
  }

  private resealed(sealed: string, context: string, report: Resealed): string | null {
    try {
      return this.box.reseal(sealed, context);
    } catch {
      report.fallidos += 1;
      return null;
    }
  }

  private async typeOf(table: string, key: string): Promise<string> {
    const [row]: { type: string }[] = await this.parts.db.query(
      'SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2',
      [table, key],
    );
    return row?.type ?? 'text';
  }
}

/** The service's {@link Resealer}. `after` are providers whose `rekey()` recomputes what else depends on the key. */
export const provideResealer = (
  service: Service,
  columns: readonly SealedColumn[],
  ...after: (new (...args: never[]) => { rekey(): Promise<void> })[]
) => ({
  provide: Resealer,
  inject: [ENV, DataSource, REDIS_DURABLE, LOGGER, ...after],
  useFactory: (
    env: BaseEnv,
    db: DataSource,
    redis: RedisClient,
    logger: Logger,
    ...keyed: { rekey(): Promise<void> }[]
  ) => {
    const rekey = async (): Promise<void> => {
      for (const one of keyed) await one.rekey();
    };
    return new Resealer({ service, env, db, redis, logger, columns, after: rekey });
  },
});
