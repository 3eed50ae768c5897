import type { RedisClient } from '../bus.options.js';

/** Entries of a stream that a consumer group has not finished: unread and pending; 0 = there is no such group. @throws without the stream */
export const groupLag = async (redis: RedisClient, stream: string, group: string): Promise<number> => {
  const groups = (await redis.xinfo('GROUPS', stream)) as unknown[][];
  const field = (flat: unknown[], name: string): unknown => flat[flat.indexOf(name) + 1];
  const mine = groups.find((flat) => field(flat, 'name') === group);
  return mine ? Number(field(mine, 'pending')) + Number(field(mine, 'lag') ?? 0) : 0;
};

/** Those of the streams that hold entries, unread or pending. */
export const withEntries = async (redis: RedisClient, streams: readonly string[]): Promise<string[]> => {
  const lengths = await Promise.all(streams.map((stream) => redis.xlen(stream)));
  return streams.filter((_, i) => lengths[i]! > 0);
};

/** When the oldest entry of a stream came, ms by Redis's clock; null = there is none. */
export const oldestEntry = async (redis: RedisClient, stream: string): Promise<number | null> => {
  const [oldest] = (await redis.xrange(stream, '-', '+', 'COUNT', 1)) as [id: string, fields: string[]][];
  return oldest ? Number(oldest[0].split('-')[0]) : null;
};
