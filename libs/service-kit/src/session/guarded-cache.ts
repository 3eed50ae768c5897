import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { unavailable } from '../unavailable.js';
import { GUARD_CHANNEL, type GuardNews } from './guard-news.js';
import { Recent } from './recent.js';

const SEPARATOR = '\n';
const ABSENT = '-';

/** Far longer than any entry lives, so that no entry made under an older guard can outlive the guard that ended it. */
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
 * A cache whose entries can be ended at once, also while someone is filling them. Each entry names the guards it was
 * read under; changing a guard makes every such entry worthless, whenever it arrives. An entry's life counts from before its
 * value was read, on the Redis server's clock: a filler that slept (SIGSTOP, a stalled network) stores what is already over.
 * Guards and entry need not share a Redis Cluster slot.
 *
 * With {@link GuardNews} what was found is believed for a moment without looking again, until any guard is changed. It never
 * outlives the entry in Redis, so that the entry's life is the bound of a lost message too.
 */
export class GuardedCache<T> {
  private readonly reading = new Map<string, Promise<T>>();
  private readonly recent: Recent<T> | undefined;

  /** @param news lets this process keep what it found. @param now ms of a clock that only goes forward */
  constructor(
    private readonly redis: Redis,
    private readonly life_ms: number,
    news?: GuardNews,
    now: () => number = () => performance.now(),
  ) {
    this.recent = news && new Recent(news, now);
  }

  /**
   * The value from the cache, or from `read`, which asks its owner. Without Redis it asks the owner each time.
   * @throws AppError: what `read` throws, as `servicio_no_disponible` when it is not an AppError.
   */
  async get(key: string, guards: readonly string[], read: () => Promise<T>): Promise<T> {
    const kept = this.recent?.get(key);
    if (kept !== undefined) return kept;
    const found = await this.look(key, guards).catch(() => null);
    if (found === null) return this.ask(read);
    if (found.hit) return found.value;
    // Those who miss under the same guards share one reading; whoever comes after an invalidation never joins an older one.
    const flight = entryOf(key, found.tokens);
    let reading = this.reading.get(flight);
    if (!reading) {
      reading = this.readAndFill(key, found.tokens, read).finally(() => this.reading.delete(flight));
      this.reading.set(flight, reading);
    }
    return reading;
  }

  /** Ends every entry made under this guard. */
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
    // What has ended is looked up each time: it is asked for seldom, and may begin again.
    if (value !== null) keep?.(key, value, left);
    return { hit: true, value };
  }

  private async readAndFill(key: string, tokens: string, read: () => Promise<T>): Promise<T> {
    const readAt = await this.now().catch(() => null);
    const value = await this.ask(read);
    // A fill that fails costs the next one a reading, nothing more.
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
