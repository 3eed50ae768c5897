import { READINGS_SHARDS_MAX, READINGS_SHARDS_ON_CLUSTER } from '@acequia/contracts';
import { Cluster } from 'ioredis';
import { z } from 'zod';
import type { RedisClient } from './redis.js';

const RANGE = `must be a whole number from 1 to ${READINGS_SHARDS_MAX}`;

/** The variable of that name, shared by device-gateway (which writes to shards) and telemetry-history (which reads them). */
export const READINGS_SHARDS = z.coerce
  .number(RANGE)
  .int(RANGE)
  .min(1, RANGE)
  .max(READINGS_SHARDS_MAX, RANGE)
  .optional();

/** Into how many shards readings are divided. */
export const readingsShards = (given: number | undefined, durable: RedisClient): number =>
  given ?? (durable instanceof Cluster ? READINGS_SHARDS_ON_CLUSTER : 1);
