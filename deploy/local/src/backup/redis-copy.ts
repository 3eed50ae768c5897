import { Redis } from 'ioredis';
import { StartError } from '../environment.js';

const SCAN_COUNT = 1_000;

/** A key in Redis's own DUMP format: name, time to live (ms, 0 = none), value. */
interface Saved {
  key: Buffer;
  ttl: number;
  value: Buffer;
}

export const openRedis = async (url: string): Promise<Redis> => {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
  } catch (cause) {
    throw new StartError('El Redis duradero no responde.', { cause });
  }
  if ((await redis.info('cluster')).includes('cluster_enabled:1')) {
    redis.disconnect();
    throw new StartError('Un clúster de Redis se respalda con sus propias herramientas; aquí solo uno sencillo.');
  }
  return redis;
};

const encode = ({ key, ttl, value }: Saved): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(key.length, 0);
  head.writeUIntBE(ttl, 4, 6);
  head.writeUInt32BE(value.length, 12);
  return Buffer.concat([head, key, value]);
};

/** Keys and whether each is a stream. */
async function* keysOf(redis: Redis): AsyncGenerator<{ key: Buffer; isStream: boolean }> {
  let cursor = '0';
  const seen = new Set<string>();
  do {
    const [next, keys] = await redis.scanBuffer(cursor, 'COUNT', SCAN_COUNT);
    cursor = next.toString();
    for (const key of keys) {
      const name = key.toString('latin1');
      if (seen.has(name)) continue; // SCAN may name a key twice.
      seen.add(name);
      yield { key, isStream: (await redis.type(key)) === 'stream' };
    }
  } while (cursor !== '0');
}

/** Reads these keys atomically: a job and the list that names it belong together. */
const together = async (redis: Redis, keys: Buffer[]): Promise<Saved[]> => {
  const transaction = redis.multi();
  for (const key of keys) transaction.pttl(key).dumpBuffer(key);
  const answers = (await transaction.exec()) ?? [];
  return keys.flatMap((key, at) => {
    const [ttl, value] = [Number(answers[2 * at]?.[1]), answers[2 * at + 1]?.[1] as Buffer | null];
    return value ? [{ key, ttl: Math.max(ttl, 0), value }] : [];
  });
};

/** Dumps a whole Redis. Streams may be large, so each is read alone; all other keys are read at once. */
export async function* dumpRedis(redis: Redis): AsyncGenerator<Buffer> {
  const others: Buffer[] = [];
  const streams: Buffer[] = [];
  for await (const { key, isStream } of keysOf(redis)) (isStream ? streams : others).push(key);
  for (const saved of await together(redis, others)) yield encode(saved);
  for (const key of streams) for (const saved of await together(redis, [key])) yield encode(saved);
}

/** Restores the output of {@link dumpRedis} as its pieces arrive. */
export class RedisRestore {
  private rest = Buffer.alloc(0);
  keys = 0;

  constructor(private readonly redis: Redis) {}

  async take(piece: Buffer): Promise<void> {
    this.rest = Buffer.concat([this.rest, piece]);
    for (let saved = this.next(); saved; saved = this.next()) {
      await this.redis.restore(saved.key, saved.ttl, saved.value, 'REPLACE');
      this.keys += 1;
    }
  }

  private next(): Saved | null {
    if (this.rest.length < 16) return null;
    const [keyLength, valueLength] = [this.rest.readUInt32BE(0), this.rest.readUInt32BE(12)];
    const end = 16 + keyLength + valueLength;
    if (this.rest.length < end) return null;
    const ttl = this.rest.readUIntBE(4, 6);
    const key = this.rest.subarray(16, 16 + keyLength);
    const value = this.rest.subarray(16 + keyLength, end);
    this.rest = this.rest.subarray(end);
    return { key, ttl, value };
  }
}
