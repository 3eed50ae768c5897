import type { Redis } from 'ioredis';
import { GuardedCache } from './guarded-cache.js';
import { SESSION_MS, sidGuard, usuarioGuard } from './session-keys.js';

/**
 * Makes the end of sessions act at once in every service. For auth-tenancy, after its commit. Rejects when Redis cannot be
 * reached: what was cached then holds for at most 3 s more.
 */
export class SessionInvalidator {
  private readonly cache: GuardedCache<never>;

  constructor(redisVolatile: Redis) {
    this.cache = new GuardedCache(redisVolatile, SESSION_MS);
  }

  /** Ends one session (logout). */
  endSid(sid: string): Promise<void> {
    return this.cache.end(sidGuard(sid));
  }

  /** Ends every session of a usuario (suspended, deleted, another rol or clave, the company's end). */
  endUsuario(usuario_id: number): Promise<void> {
    return this.cache.end(usuarioGuard(usuario_id));
  }
}
