import { type Asignaciones, type Caller, empresaDe, notFound } from '@acequia/contracts';
import type { Redis } from 'ioredis';
import { GRANTS_MS, grantsKeys } from './grants-keys.js';
import type { GuardNews } from './guard-news.js';
import { GuardedCache } from './guarded-cache.js';

/** Asks the owner: `asignaciones.de_usuario` over the bus, the database in auth-tenancy itself. No asker: the service itself. */
export type LoadGrants = (usuario_id: number, asker?: Caller) => Promise<Asignaciones>;

/** What a usuario may read and operate, as auth-tenancy last wrote it. */
export class GrantsReader {
  private readonly cache: GuardedCache<Asignaciones>;

  /**
   * @param news lets this process remember them between two looks at Redis. What is answered is then shared: nobody changes it.
   */
  constructor(
    redisVolatile: Redis,
    private readonly load: LoadGrants,
    news?: GuardNews,
    now?: () => number,
  ) {
    this.cache = new GuardedCache(redisVolatile, GRANTS_MS, news, now);
  }

  /** @throws AppError: what `load` throws; `servicio_no_disponible` when neither the cache nor the owner can be reached. */
  de(usuario_id: number): Promise<Asignaciones> {
    const { entry, guard } = grantsKeys(usuario_id);
    return this.cache.get(entry, [guard], () => this.load(usuario_id));
  }

  /**
   * One's own; those of an admin's company; anybody's, for an admin_global.
   * @throws AppError `no_encontrado`, alike and in the same time for another company's user and an absent one: about somebody
   * else the owner is asked in the name of whoever asks, because a cache would know the one and not the other
   */
  async readableBy(caller: Caller, usuario_id: number): Promise<Asignaciones> {
    const own = empresaDe(caller);
    if (own === null) return this.de(usuario_id);
    const self = caller.tipo === 'persona' && caller.usuario_id === usuario_id;
    if (!self && caller.tipo === 'persona' && caller.rol === 'usuario') throw notFound();
    const grants = await (self ? this.de(usuario_id) : this.load(usuario_id, caller));
    if (grants.empresa_id !== own) throw notFound();
    return grants;
  }
}
