import { type Asignaciones, type Caller, callerEmpresa, notFound, type Persona } from '@acequia/contracts';
import { GRANTS_MS, grantsKeys } from './grants-keys.js';
import type { GuardNews } from './guard-news.js';
import { GuardedCache } from './guarded-cache.js';
import type { RedisClient } from '../redis/redis.js';

/** Loads grants from their owner: `asignaciones.de_usuario` over the bus, or the database in auth-tenancy. Default asker: the service. */
export type LoadGrants = (usuario_id: number, asker?: Caller) => Promise<Asignaciones>;

/** What a usuario may read and operate, as auth-tenancy last wrote it. */
export class GrantsReader {
  private readonly cache: GuardedCache<Asignaciones>;

  /**
   * @param news lets this process keep grants between two reads of Redis. Callers then share the object and must not change it.
   */
  constructor(
    redisVolatile: RedisClient,
    private readonly load: LoadGrants,
    news?: GuardNews,
    now?: () => number,
  ) {
    this.cache = new GuardedCache(redisVolatile, GRANTS_MS, news, now);
  }

  /** @throws AppError: what `load` throws; `servicio_no_disponible` when neither the cache nor the owner is reachable. */
  of(usuario_id: number): Promise<Asignaciones> {
    const { entry, guard } = grantsKeys(usuario_id);
    return this.cache.get(entry, [guard], () => this.load(usuario_id));
  }

  /** Of a person who calls; of a program with sitios what its token reaches. */
  async ofCaller({ usuario_id, empresa_id, token }: Persona): Promise<Asignaciones> {
    if (!token?.alcance) return this.of(usuario_id);
    return { usuario_id, empresa_id, version: 1, ...token.alcance };
  }

  /**
   * A person may read their own grants, an admin those of the company's users, an admin_global everyone's.
   * @throws AppError `no_encontrado`, with the same timing for another company's user and an absent one. Grants of another user
   * are always loaded from the owner, in the caller's name: a cache holds existing users only, so its speed would reveal them
   */
  async readableBy(caller: Caller, usuario_id: number): Promise<Asignaciones> {
    const own = callerEmpresa(caller);
    if (own === null) return this.of(usuario_id);
    const self = caller.tipo === 'persona' && caller.usuario_id === usuario_id;
    if (!self && caller.tipo === 'persona' && caller.rol === 'usuario') throw notFound();
    const grants = await (self ? this.ofCaller(caller) : this.load(usuario_id, caller));
    if (grants.empresa_id !== own) throw notFound();
    return grants;
  }
}
