import type { ValidSession, TokenClaims } from '@acequia/contracts';
import { Batcher } from './batcher.js';
import type { GuardNews } from './guard-news.js';
import { GuardedCache } from './guarded-cache.js';
import { SESSION_MS, sessionKey, sidGuard, usuarioGuard } from './session-keys.js';
import type { RedisClient } from '../redis/redis.js';

/** A session in the form that `sesiones.verificar` takes. */
export interface SessionToVerify {
  sid: string;
  usuario_id: number;
  ver: number;
}

/** Maximum batch size of `sesiones.verificar`. */
const MAX_BATCH = 500;

/**
 * Checks whether sessions are valid: asks auth-tenancy, caches the answer for 3 s, and drops it when {@link SessionInvalidator}
 * ends a session. Fails closed: when neither the cache nor auth-tenancy is reachable, every session is refused.
 */
export class SessionReader {
  private readonly cache: GuardedCache<ValidSession | null>;
  private readonly verifier: Batcher<SessionToVerify, ValidSession | null>;

  /**
   * @param verify `sesiones.verificar`: returns the valid sessions of the list.
   * @param news lets this process keep sessions in memory between two reads of Redis.
   */
  constructor(
    redisVolatile: RedisClient,
    private readonly verify: (sesiones: SessionToVerify[]) => Promise<ValidSession[]>,
    news?: GuardNews,
    now?: () => number,
  ) {
    this.cache = new GuardedCache(redisVolatile, SESSION_MS, news, now);
    this.verifier = new Batcher((sesiones) => this.ask(sesiones), MAX_BATCH);
  }

  /** The session when valid, null when it has ended. @throws AppError `servicio_no_disponible` when neither can be determined. */
  check(claims: TokenClaims): Promise<ValidSession | null> {
    const { sid, ver } = claims;
    const usuario_id = Number(claims.sub);
    return this.cache.get(sessionKey(sid, usuario_id, ver), [sidGuard(sid), usuarioGuard(usuario_id)], () =>
      this.verifier.get({ sid, usuario_id, ver }),
    );
  }

  /**
   * Like `check` for many sessions at once (open sockets), in the given order. Asks auth-tenancy itself: a call for hundreds of sessions
   * costs less than a few commands to Redis for each. @throws what `verify` throws.
   */
  verifyMany(claims: readonly TokenClaims[]): Promise<(ValidSession | null)[]> {
    return Promise.all(claims.map(({ sid, sub, ver }) => this.verifier.get({ sid, usuario_id: Number(sub), ver })));
  }

  private async ask(sesiones: SessionToVerify[]): Promise<(ValidSession | null)[]> {
    const alive = await this.verify(sesiones);
    const bySid = new Map(alive.map((valid) => [valid.sid, valid]));
    return sesiones.map((sesion) => {
      const valid = bySid.get(sesion.sid);
      return valid?.usuario_id === sesion.usuario_id && valid.ver === sesion.ver ? valid : null;
    });
  }
}
