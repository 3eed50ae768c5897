import type { ValidToken } from '@acequia/contracts';
import type { GuardNews } from './guard-news.js';
import { GuardedCache } from './guarded-cache.js';
import type { RedisClient } from '../redis/redis.js';
import { SESSION_MS, tokenGuard, tokenKey } from './session-keys.js';

/**
 * What programs' tokens may do: asks auth-tenancy, caches the answer for 3 s, and drops it when {@link SessionInvalidator} ends a token.
 * Fails closed like sessions.
 */
export class TokenReader {
  private readonly cache: GuardedCache<ValidToken | null>;

  /** @param open `tokens.abrir` */
  constructor(
    redisVolatile: RedisClient,
    private readonly open: (hash: string) => Promise<ValidToken | null>,
    news?: GuardNews,
    now?: () => number,
  ) {
    this.cache = new GuardedCache(redisVolatile, SESSION_MS, news, now);
  }

  /**
   * @param hash SHA-256 of the token, hex
   * @returns null for a token that is unknown, revoked or past its end
   * @throws AppError `servicio_no_disponible` when neither the cache nor auth-tenancy is reachable
   */
  async check(hash: string): Promise<ValidToken | null> {
    const valid = await this.cache.get(tokenKey(hash), [tokenGuard(hash)], () => this.open(hash));
    return valid && valid.vence > Date.now() ? valid : null;
  }
}
