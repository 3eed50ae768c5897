import { join } from 'node:path';
import { StartError } from '../environment.js';
import { DATABASE_SERVICES } from '../service-names.js';
import { Fed } from './child-streams.js';
import { NEW_EPOCH } from './new-epoch.js';
import { askDatabase, serverMajor, toolsFor, withoutPassword } from './pg-tools.js';
import { openRedis, RedisRestore } from './redis-copy.js';
import type { Target } from './restore-target.js';
import type { Manifest, Settings } from './settings.js';

const SCHEMAS = DATABASE_SERVICES.map((service) => service.replaceAll('-', '_'));

const checkDatabase = (url: string): Promise<void> =>
  askDatabase(url, async (client) => {
    const { rows } = await client.query<{ tables: number; others: number }>(
      `SELECT (SELECT count(*)::int FROM pg_tables WHERE schemaname = ANY($1)) AS tables,
         (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) AS others`,
      [SCHEMAS],
    );
    const { tables = 0, others = 0 } = rows[0] ?? {};
    if (others > 0)
      throw new StartError(`Hay ${others} conexiones a esa base de datos: detén los servicios antes de restaurar.`);
    if (tables > 0) throw new StartError('Esa base de datos ya tiene una instalación: restaura en una vacía.');
  });

/** An empty external database and an empty external Redis as the target. */
export const dumpTarget = async ({ environment }: Settings, manifest: Manifest): Promise<Target> => {
  const { DATABASE_URL = '', REDIS_URL } = environment;
  if (!REDIS_URL) throw new StartError('Falta REDIS_URL: la del Redis duradero, vacío.');
  const major = await serverMajor(DATABASE_URL);
  if (major < manifest.major)
    throw new StartError(`El respaldo es de PostgreSQL ${manifest.major} y el servidor es el ${major}, más viejo.`);
  const tools = toolsFor(Math.max(major, manifest.major));
  await checkDatabase(DATABASE_URL);
  const redis = await openRedis(REDIS_URL);
  if ((await redis.dbsize()) > 0) {
    redis.disconnect();
    throw new StartError('El Redis de REDIS_URL tiene datos: restaura en uno vacío.');
  }
  const restored = new RedisRestore(redis);
  const { url, env } = withoutPassword(DATABASE_URL);
  const args = ['--no-owner', '--no-acl', '--clean', '--if-exists', '--single-transaction', `--dbname=${url}`];
  return {
    sinks: {
      redis: () => ({ take: (piece) => restored.take(piece) }),
      dump: () => new Fed(join(tools, 'pg_restore'), args, { env }),
    },
    finish: async () => {
      await askDatabase(DATABASE_URL, (client) => client.query(NEW_EPOCH));
      redis.disconnect();
    },
    undo: async () => {
      await redis.flushdb();
      redis.disconnect();
    },
  };
};
