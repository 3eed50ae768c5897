import type { Asignaciones } from '@acequia/contracts';
import { GUARD_CHANNEL } from './guard-news.js';
import { entryOf, GUARD_MS, newToken } from './guarded-cache.js';
import { GRANTS_MS, grantsKeys } from './grants-keys.js';
import type { RedisClient } from '../redis/redis.js';

/**
 * The guard is `<version>:<token>`. A put older than the guard's version stores nothing, but still invalidates the cached entry:
 * a cache miss is always safe. KEYS guard, entry; ARGV version, token, entry text, guard ms, entry ms.
 */
const PUT = `
redis.call('PUBLISH', '${GUARD_CHANNEL}', KEYS[1])
local known = tonumber(string.match(redis.call('GET', KEYS[1]) or '', '^(%d+):') or '-1')
local version = tonumber(ARGV[1])
if version < known then
  redis.call('SET', KEYS[1], string.format('%d:%s', known, ARGV[2]), 'PX', ARGV[4])
  redis.call('DEL', KEYS[2])
  return 0
end
redis.call('SET', KEYS[1], ARGV[1] .. ':' .. ARGV[2], 'PX', ARGV[4])
redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[5])
return 1`;

/** Writes a tombstone one version up, so that a late put of the ended version is refused. KEYS guard, entry; ARGV token, guard ms. */
const DROP = `
redis.call('PUBLISH', '${GUARD_CHANNEL}', KEYS[1])
local known = tonumber(string.match(redis.call('GET', KEYS[1]) or '', '^(%d+):') or '-1')
redis.call('SET', KEYS[1], string.format('%d:%s', known + 1, ARGV[1]), 'PX', ARGV[2])
redis.call('DEL', KEYS[2])
return 1`;

/**
 * Makes a change of grants effective at once in every service. auth-tenancy calls it after its commit. Rejects when Redis is
 * unreachable: cached grants then stay valid for at most 5 s.
 */
export class GrantsWriter {
  constructor(private readonly redis: RedisClient) {}

  /** Stores the grants, unless newer ones are already stored. */
  async put(asignaciones: Asignaciones): Promise<void> {
    const { entry, guard } = grantsKeys(asignaciones.usuario_id);
    const token = newToken();
    const { version } = asignaciones;
    const text = entryOf(`${version}:${token}`, asignaciones);
    await this.redis.eval(PUT, 2, guard, entry, version, token, text, GUARD_MS, GRANTS_MS);
  }

  /** Invalidates the cached grants of a usuario (deleted, or changed where the new grants are not at hand). */
  async drop(usuario_id: number): Promise<void> {
    const { entry, guard } = grantsKeys(usuario_id);
    await this.redis.eval(DROP, 2, guard, entry, newToken(), GUARD_MS);
  }
}
