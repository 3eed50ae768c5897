import { GuardedCache } from './guarded-cache.js';
import { SESSION_MS, sidGuard, tokenGuard, usuarioGuard } from './session-keys.js';
import type { RedisClient } from '../redis/redis.js';

/**
 * Makes the end of sessions effective at once in every service. auth-tenancy calls it after its commit. Rejects when Redis is
 * unreachable: cached sessions then stay valid for at most 3 s.
 */
export class SessionInvalidator {
  private readonly cache: GuardedCache<never>;

  constructor(redisVolatile: RedisClient) {
    this.cache = new GuardedCache(redisVolatile, SESSION_MS);
  }

  /** Ends one session (logout). */
  endSid(sid: string): Promise<void> {
    return this.cache.end(sidGuard(sid));
  }

  /** Ends every session of a usuario (suspended, deleted, new rol or clave, company ended). */
  endUsuario(usuario_id: number): Promise<void> {
    return this.cache.end(usuarioGuard(usuario_id));
  }

  /** Ends a program's token. @param hash SHA-256 of the token, hex */
  endToken(hash: string): Promise<void> {
    return this.cache.end(tokenGuard(hash));
  }
}
