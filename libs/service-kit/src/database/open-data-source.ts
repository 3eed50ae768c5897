import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { DataSource, type DataSourceOptions, MigrationExecutor } from 'typeorm';
import type { BaseEnv } from '../config/env.js';
import { isDatabaseUnavailable } from './database-errors.js';
import type { DatabaseOptions } from './database.options.js';
import { guardQueryRunners } from './guard-query-runner.js';
import { TypeOrmLogger } from './typeorm-logger.js';

const STATEMENT_TIMEOUT_MS = 10_000;
/** A connection without an answer for this long, ms, is dead (a blackholed one would otherwise hang for a quarter of an hour). */
const ANSWER_DEADLINE_MS = 60_000;
const SLOW_QUERY_MS = 2_000;
/** Longest that a rehearsal keeps the running services waiting: behind a table that it wants, and by one statement. */
const REHEARSAL_WAITS_S = 5;
const REHEARSAL_STATEMENT_S = 10;
const QUERY_CANCELED = '57014';
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;

export interface Connection {
  url: string;
  /** PostgreSQL itself, when `url` is a pooler in transaction mode. */
  direct?: string | undefined;
  pool: number;
  /** {@link BaseEnv.DATABASE_CONNECT_TIMEOUT_MS} */
  connectTimeoutMs: number;
  application: string;
  /** Absent = run. */
  migrate?: BaseEnv['MIGRATIONS'];
  logger: Logger;
}

const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Opens the service's DataSource with its schema created and migrated. Waits while Postgres is away. @throws any other failure. */
export const openDataSource = async (connection: Connection, options: DatabaseOptions): Promise<DataSource> => {
  if (!SCHEMA_NAME.test(options.schema)) throw new Error(`Not a schema name: ${options.schema}`);
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
    try {
      await prepareSchema(connection, options);
      return await openPool(connection, options);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      connection.logger.warn({ err: error, retry_ms: delay }, 'Postgres is not reachable');
      await pause(delay * (0.75 + Math.random() / 2));
    }
  }
};

/** The advisory lock serialises instances that start together: the first creates and migrates the schema, the other finds it done. */
const prepareSchema = async (connection: Connection, options: DatabaseOptions): Promise<void> => {
  const own = { ...connection, url: connection.direct ?? connection.url };
  const client = new pg.Client({ connectionString: own.url, connectionTimeoutMillis: own.connectTimeoutMs });
  client.on('error', (error) => connection.logger.warn({ err: error }, 'The connection for migrations broke'));
  await client.connect();
  try {
    // A session lock: Postgres releases it when the connection ends, however it ends.
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`acequia.migrations.${options.schema}`]);
    // The service's own role may not run CREATE SCHEMA, not even with IF NOT EXISTS; its schema was created together with the role.
    const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [options.schema]);
    if (rowCount === 0) await client.query(`CREATE SCHEMA "${options.schema}"`);
    await warnOfWideRole(client, connection);
    if (connection.migrate !== 'back') await refuseNewerSchema(client, options);
    await withMigrator(own, options, (migrator) => migrator.runMigrations({ transaction: 'each' }));
    if (connection.direct) await keepSession(client, options);
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Runs the migrations that wait on the real data, and takes them back. One that works for long is not rehearsed to its end.
 * @returns the names of those that would run @throws what would stop the upgrade
 */
export const rehearseMigrations = async (connection: Connection, options: DatabaseOptions): Promise<string[]> => {
  const own = { ...connection, url: connection.direct ?? connection.url };
  return withMigrator(own, options, async (migrator) => {
    const runner = migrator.createQueryRunner();
    const executor = new MigrationExecutor(migrator, runner);
    executor.transaction = 'none';
    try {
      await runner.startTransaction();
      await runner.query(`SET LOCAL lock_timeout = '${REHEARSAL_WAITS_S}s'`);
      await runner.query(`SET LOCAL statement_timeout = '${REHEARSAL_STATEMENT_S}s'`);
      return (await executor.executePendingMigrations()).map(({ name }) => name);
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
      connection.logger.warn({ err: error }, 'A migration works for long: it was not rehearsed to its end');
      return [];
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      await runner.release();
    }
  });
};

const withMigrator = async <T>(
  own: Connection,
  options: DatabaseOptions,
  work: (migrator: DataSource) => Promise<T>,
): Promise<T> => {
  const migrator = new DataSource({
    // Migrations may run long, so they have no statement timeout.
    ...dataSourceOptions(own, sessionOf(options.schema, 0)),
    migrations: options.migrations,
    schema: options.schema,
    poolSize: 2,
  });
  try {
    await migrator.initialize();
    return await work(migrator);
  } finally {
    if (migrator.isInitialized) await migrator.destroy().catch(() => undefined);
  }
};

/** The 13-digit timestamp in ms at the end of a migration's name, by which TypeORM orders migrations. */
const timeOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0] ?? 0);

/** Refuses to start older code on a newer schema, which it could corrupt. @throws an error that tells the operator what to do. */
const refuseNewerSchema = async (client: pg.Client, { schema, migrations }: DatabaseOptions): Promise<void> => {
  const { rows: tables } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `${schema}.migrations`,
  ]);
  if (!tables[0]?.there) return;
  const newest = Math.max(0, ...migrations.map(({ name }) => timeOf(name)));
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM "${schema}".migrations WHERE timestamp > $1 ORDER BY timestamp`,
    [newest],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new Error(
    `The data of ${schema} is of a newer Acequia (${names}): start that version, or restore a backup made before its upgrade`,
  );
};

/**
 * Warns when the role can access other services' data, because a flaw in one service would then expose all of it.
 * @throws when such a role goes through a pooler, where it could not have a search_path for each service
 */
const warnOfWideRole = async (client: pg.Client, { direct, logger }: Connection): Promise<void> => {
  const { rows } = await client.query<{ wide: boolean }>(
    `SELECT has_database_privilege(current_database(), 'CREATE') AS wide`,
  );
  if (!rows[0]?.wide) return;
  if (direct) throw new Error('Bad environment: DATABASE_DIRECT_URL needs a DATABASE_URL_<SERVICE> for each service');
  logger.warn('The database role sees the data of every service: give each its own DATABASE_URL_<SERVICE>');
};

type Session = Record<'search_path' | 'statement_timeout' | 'idle_in_transaction_session_timeout', string | number>;

/** What the service's sessions have; timeouts in ms. `public` stays on the path for extensions that an operator installed there. */
const sessionOf = (schema: string, statement_timeout: number): Session => ({
  search_path: `${schema},public`,
  statement_timeout,
  idle_in_transaction_session_timeout: 60_000,
});

/** A pooler's connections take no settings from its clients, so the role itself keeps them. */
const keepSession = async (client: pg.Client, { schema, statement_timeout_ms }: DatabaseOptions): Promise<void> => {
  const session = sessionOf(schema, statement_timeout_ms ?? STATEMENT_TIMEOUT_MS);
  const database = client.escapeIdentifier(client.database ?? '');
  for (const [name, value] of Object.entries(session))
    await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} TO ${value}`);
};

const openPool = async (connection: Connection, options: DatabaseOptions): Promise<DataSource> => {
  const { schema, entities, migrations } = options;
  const timeout = options.statement_timeout_ms ?? STATEMENT_TIMEOUT_MS;
  const session = connection.direct ? null : sessionOf(schema, timeout);
  const dataSource = new DataSource({ ...dataSourceOptions(connection, session), schema, entities, migrations });
  guardQueryRunners(dataSource, Math.max(ANSWER_DEADLINE_MS, timeout * 2));
  return dataSource.initialize();
};

/** A DataSource for reading, e.g. from a standby, whose schema its primary migrates. Its owner opens it, and migrates nothing. */
export const replicaDataSource = (connection: Connection, options: Pick<DatabaseOptions, 'schema'>): DataSource => {
  const dataSource = new DataSource(dataSourceOptions(connection, sessionOf(options.schema, STATEMENT_TIMEOUT_MS)));
  guardQueryRunners(dataSource, ANSWER_DEADLINE_MS);
  return dataSource;
};

/** @param session null leaves the session as the role has it */
const dataSourceOptions = (
  { url, pool, connectTimeoutMs, application, logger }: Connection,
  session: Session | null,
): Extract<DataSourceOptions, { type: 'postgres' }> => ({
  type: 'postgres',
  url,
  migrationsTableName: 'migrations',
  poolSize: pool,
  connectTimeoutMS: connectTimeoutMs,
  applicationName: application,
  maxQueryExecutionTime: SLOW_QUERY_MS,
  logger: new TypeOrmLogger(logger),
  // Ids come from identity columns or from the program, so no extension and no right to create one is needed.
  installExtensions: false,
  uuidExtension: 'pgcrypto',
  // The pool replaces an idle connection that breaks (Postgres restarts); without a listener the error would end the process.
  poolErrorHandler: (error: unknown) => logger.warn({ err: error }, 'An idle Postgres connection broke'),
  extra: {
    ...(session && {
      options: Object.entries(session)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
  },
});
