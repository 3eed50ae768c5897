import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { isDatabaseUnavailable } from './database-errors.js';
import type { DatabaseOptions } from './database.options.js';
import { guardQueryRunners } from './guard-query-runner.js';
import { TypeOrmLogger } from './typeorm-logger.js';

/** Longest wait for a connection, from Postgres or from a full pool, ms: past it the answer is a 503. */
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** A link on which nothing came back for so long is dead (a blackholed one would hang for a quarter of an hour). */
const ANSWER_DEADLINE_MS = 60_000;
const SLOW_QUERY_MS = 2_000;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;

export interface Connection {
  url: string;
  pool: number;
  application: string;
  logger: Logger;
}

const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** The service's DataSource, its schema made and migrated. Waits as long as Postgres is away. @throws for anything else. */
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

/** Two instances may start together: whoever has the lock makes and migrates the schema, the other finds it done. */
const prepareSchema = async (connection: Connection, options: DatabaseOptions): Promise<void> => {
  const client = new pg.Client({ connectionString: connection.url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', (error) => connection.logger.warn({ err: error }, 'The connection for migrations broke'));
  await client.connect();
  try {
    // Held by the session: it goes with the connection, however that ends.
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`acequia.migrations.${options.schema}`]);
    // A role of the service's own may not make schemas, not even one that is there: it was made with the role.
    const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [options.schema]);
    if (rowCount === 0) await client.query(`CREATE SCHEMA "${options.schema}"`);
    await warnOfWideRole(client, connection.logger);
    await refuseNewerSchema(client, options);
    // Migrations may take their time: no statement timeout, and no entities.
    const migrator = new DataSource({ ...dataSourceOptions(connection, options, 0), entities: [], poolSize: 2 });
    try {
      await migrator.initialize();
      await migrator.runMigrations({ transaction: 'each' });
    } finally {
      if (migrator.isInitialized) await migrator.destroy().catch(() => undefined);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** Milliseconds at the end of a migration's name, by which TypeORM orders them. */
const timeOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0] ?? 0);

/** Older code must not write into tables that a newer one has changed since. @throws with what an operator does about it */
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

/** Says so when the role could read what belongs to other services: a fault of one service then reaches all data. */
const warnOfWideRole = async (client: pg.Client, logger: Logger): Promise<void> => {
  const { rows } = await client.query<{ wide: boolean }>(
    `SELECT has_database_privilege(current_database(), 'CREATE') AS wide`,
  );
  if (rows[0]?.wide)
    logger.warn('The database role sees the data of every service: give each its own DATABASE_URL_<SERVICE>');
};

const openPool = async (connection: Connection, options: DatabaseOptions): Promise<DataSource> => {
  const timeout = options.statement_timeout_ms ?? STATEMENT_TIMEOUT_MS;
  const dataSource = new DataSource(dataSourceOptions(connection, options, timeout));
  guardQueryRunners(dataSource, Math.max(ANSWER_DEADLINE_MS, timeout * 2));
  return dataSource.initialize();
};

const dataSourceOptions = (
  { url, pool, application, logger }: Connection,
  { schema, entities, migrations }: DatabaseOptions,
  statementTimeout: number,
): Extract<DataSourceOptions, { type: 'postgres' }> => ({
  type: 'postgres',
  url,
  schema,
  entities,
  migrations,
  migrationsTableName: 'migrations',
  poolSize: pool,
  connectTimeoutMS: CONNECT_TIMEOUT_MS,
  applicationName: application,
  maxQueryExecutionTime: SLOW_QUERY_MS,
  logger: new TypeOrmLogger(logger),
  // Ids come from identity columns or from the program: no extension is needed, nor the right to make one.
  installExtensions: false,
  uuidExtension: 'pgcrypto',
  // An idle connection that breaks (Postgres restarts) is replaced by the pool; without a listener it would end the process.
  poolErrorHandler: (error: unknown) => logger.warn({ err: error }, 'An idle Postgres connection broke'),
  extra: {
    // `public` stays on the path for extensions that an operator put there.
    options: `-c search_path=${schema},public`,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
  },
});
