import type { Asignaciones } from '@acequia/contracts';
import type { Redis } from 'ioredis';
import { GRANTS_MS, grantsKeys } from './grants-keys.js';
import type { GuardNews } from './guard-news.js';
import { GuardedCache } from './guarded-cache.js';

/** What a usuario may read and operate, as auth-tenancy last wrote it. */
export class GrantsReader {
  private readonly cache: GuardedCache<Asignaciones>;

  /**
   * @param load asks the owner: `asignaciones.de_usuario` over the bus, the database in auth-tenancy itself.
   * @param news lets this process remember them between two looks at Redis. What is answered is then shared: nobody changes it.
   */
  constructor(
    redisVolatile: Redis,
    private readonly load: (usuario_id: number) => Promise<Asignaciones>,
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
}
