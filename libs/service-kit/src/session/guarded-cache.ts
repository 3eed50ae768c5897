import { randomBytes } from 'node:crypto';
import { unavailable } from '../unavailable.js';
import { GUARD_CHANNEL, type GuardNews } from './guard-news.js';
import { Recent } from './recent.js';
import type { RedisClient } from '../redis/redis.js';

const SEPARATOR = '\n';
const ABSENT = '-';

/** Far longer than an entry lives, so that no entry made under an older guard outlives the guard that invalidated it. */
export const GUARD_MS = 10 * 60_000;

export const newToken = (): string => randomBytes(9).toString('base64url');
export const entryOf = (tokens: string, value: unknown): string => `${tokens}${SEPARATOR}${JSON.stringify(value)}`;

/** KEYS guard; ARGV token, guard ms. */
const END = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('PUBLISH', '${GUARD_CHANNEL}', KEYS[1])
return 1`;

type Lookup<T> = { hit: true; value: T } | { hit: false; tokens: string };

/**
 * A cache whose entries can be invalidated at once, even while a reader is filling them. Each entry names the guards under which
 * it was read; changing a guard invalidates every such entry, including entries stored later. An entry's life counts from before
 * its value was read, on the Redis server's clock, so a filler that paused (SIGSTOP, a stalled network) stores an expired entry.
 * Guards and entry need not share a Redis Cluster slot.
 *
 * With {@link GuardNews} a value found in Redis is kept in memory for a moment, until any guard changes. The copy never outlives
 * the entry in Redis, so the entry's life also bounds the effect of a lost message.
 */
export class GuardedCache<T> {
  private readonly reading = new Map<string, Promise<T>>();
  private readonly recent: Recent<T> | undefined;

  /** @param news lets this process keep values in memory. @param now ms of a monotonic clock */
  constructor(
    private readonly redis: RedisClient,
    private readonly life_ms: number,
    news?: GuardNews,
    now: () => number = () => performance.now(),
  ) {
    this.recent = news && new Recent(news, now);
  }

  /**
   * The value from the cache, or from `read`, which asks the owner. Without Redis every call uses `read`.
   * @throws AppError: the error of `read`, as `servicio_no_disponible` when it is not an AppError.
   */
  async get(key: string, guards: readonly string[], read: () => Promise<T>): Promise<T> {
    const kept = this.recent?.get(key);
    if (kept !== undefined) return kept;
    const found = await this.look(key, guards).catch(() => null);
    if (found === null) return this.ask(read);
    if (found.hit) return found.value;
    // Misses under the same guards share one read; a miss after an invalidation has new tokens and never joins an older read.
    const flight = entryOf(key, found.tokens);
    let reading = this.reading.get(flight);
    if (!reading) {
      reading = this.readAndFill(key, found.tokens, read).finally(() => this.reading.delete(flight));
      this.reading.set(flight, reading);
    }
    return reading;
  }

  /** Invalidates every entry made under this guard. */
  async end(guard: string): Promise<void> {
    await this.redis.eval(END, 1, guard, newToken(), GUARD_MS);
  }

  private async look(key: string, guards: readonly string[]): Promise<Lookup<T>> {
    const keep = this.recent?.looking();
    const [left, entry, ...found] = await Promise.all([
      keep ? this.redis.pttl(key) : 0,
      ...[key, ...guards].map((name) => this.redis.get(name)),
    ]);
    const tokens = found.map((token) => token ?? ABSENT).join(' ');
    const end = entry?.indexOf(SEPARATOR) ?? -1;
    if (!entry || end < 0 || entry.slice(0, end) !== tokens) return { hit: false, tokens };
    const value = JSON.parse(entry.slice(end + 1)) as T;
    // Null (an ended session) is not kept in memory: it is rarely requested, and may become valid again.
    if (value !== null) keep?.(key, value, left);
    return { hit: true, value };
  }

  private async readAndFill(key: string, tokens: string, read: () => Promise<T>): Promise<T> {
    const readAt = await this.now().catch(() => null);
    const value = await this.ask(read);
    // A failed fill only costs the next caller another read.
    if (readAt !== null) {
      await this.redis.set(key, entryOf(tokens, value), 'PXAT', readAt + this.life_ms).catch(() => undefined);
    }
    return value;
  }

  private async ask(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** ms on the server's clock. */
  private async now(): Promise<number> {
    const [seconds, micros] = await this.redis.time();
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
  }
}
