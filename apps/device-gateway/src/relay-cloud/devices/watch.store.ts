import { REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

const KEY = '{nube}:observados';

/** Which devices somebody watches, until when. Volatile: watchers repeat their request. */
@Injectable()
export class WatchStore {
  constructor(@Inject(REDIS_VOLATILE) private readonly redis: RedisClient) {}

  /** Returns the devices that no browser watched before. */
  async watch(ids: readonly number[], for_ms: number): Promise<number[]> {
    if (ids.length === 0) return [];
    const now = Date.now();
    const before = await this.redis.zmscore(KEY, ...ids.map(String));
    await this.redis.zadd(KEY, 'GT', ...ids.flatMap((id) => [now + for_ms, id]));
    await this.redis.zremrangebyscore(KEY, '-inf', now - 60_000);
    return ids.filter((_id, i) => Number(before[i] ?? 0) < now);
  }

  async watched(ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const now = Date.now();
    const until = await this.redis.zmscore(KEY, ...ids.map(String));
    return new Set(ids.filter((_id, i) => Number(until[i] ?? 0) >= now));
  }
}
