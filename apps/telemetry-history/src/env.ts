import { RETENTION_DAYS_DEFAULT } from '@acequia/contracts';
import { baseEnv, READINGS_SHARDS } from '@acequia/service-kit';
import { z } from 'zod';

const MAX_DAYS = 36_500;
const DEFAULT_ROLLUPS = 3_650;
const dias = z.coerce.number().int().min(1).max(MAX_DAYS);

export const historyEnv = baseEnv
  .extend({
    DATABASE_URL: baseEnv.shape.DATABASE_URL.unwrap(),
    /** Into how many shards readings are divided, by their board; absent = 1, or 16 on a Redis Cluster. device-gateway has it too. */
    READINGS_SHARDS,
    /** Days that raw readings and states are kept; device-gateway refuses older samples by the same variable. */
    RETENTION_DAYS: dias.default(RETENTION_DAYS_DEFAULT),
    /** Days that 15-minute roll-ups and transitions are kept; never fewer than for the raw data they derive from. */
    RETENTION_ROLLUP_DAYS: dias.optional(),
    /** Concurrent exports of one company in this instance; further requests answer 429. */
    EXPORTS_PER_COMPANY: z.coerce.number().int().min(1).max(50).default(2),
    /** Concurrent exports in this instance: each holds a connection of its own to Postgres. */
    EXPORTS_TOTAL: z.coerce.number().int().min(1).max(200).default(3),
    /** An export whose reader accepts no data for this long, ms, gives its slot to the next one; after ten times as long it ends. */
    EXPORT_IDLE_MS: z.coerce.number().int().min(100).max(3_600_000).default(60_000),
  })
  .transform((env) => ({
    ...env,
    RETENTION_ROLLUP_DAYS: Math.max(env.RETENTION_DAYS, env.RETENTION_ROLLUP_DAYS ?? DEFAULT_ROLLUPS),
  }));
export type HistoryEnv = z.infer<typeof historyEnv>;
