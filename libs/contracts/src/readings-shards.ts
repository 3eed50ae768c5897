import { READINGS_STREAM } from './readings.js';

export const READINGS_SHARDS_MAX = 256;
/** Where durable Redis is a cluster; a single Redis has one shard. */
export const READINGS_SHARDS_ON_CLUSTER = 16;

/** The shard of a board's or a meter's rows, of `shards` ones. */
export const shardOf = (id: number, shards: number): number =>
  // The upper 16 bits of a multiplicative hash: neighbouring ids fall far apart.
  ((Math.imul(id, 0x9e3779b1) >>> 16) * shards) >>> 16;

/** Their streams, by number; a single one has the name that the streams of earlier versions have. */
export const readingsStreams = (shards: number): string[] =>
  shards === 1 ? [READINGS_STREAM] : Array.from({ length: shards }, (_, shard) => `{readings:${shard}}`);

/** Every stream that any number of shards has. */
export const ALL_READINGS_STREAMS: readonly string[] = [...readingsStreams(1), ...readingsStreams(READINGS_SHARDS_MAX)];
