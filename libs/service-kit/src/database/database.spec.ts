import { AppError } from '@acequia/contracts';
import { TcpProxy, testDatabase, type TestDatabase, until } from '@acequia/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Column, Entity, PrimaryColumn, type DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { createLogger } from '../logger/logger.js';
import { deferred } from '../spec-support/deferred.js';
import { mapDatabaseErrors } from './database-errors.js';
import { openDataSource, rehearseMigrations } from './open-data-source.js';

@Entity('cosas')
class ThingEntity {
  @PrimaryColumn('int') id!: number;
  @Column('text') nombre!: string;
}

class Things1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Slow on purpose, so that another instance arrives meanwhile.
    await runner.query('SELECT pg_sleep(0.2)');
    await runner.query('CREATE TABLE cosas (id int PRIMARY KEY, nombre text NOT NULL)');
  }

  async down(): Promise<void> {}
}

class Falla1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE a_medias (id int)');
    await runner.query('SELECT no_existe()');
  }

  async down(): Promise<void> {}
}

const logger = createLogger({ service: 'spec', instance: 'spec', level: 'silent' });
const OPTIONS = { schema: 'prueba', entities: [ThingEntity], migrations: [Things1700000000000] };
const UNAVAILABLE = { codigo: 'servicio_no_disponible' };

describe('a database module', () => {
  let database: TestDatabase;
  let proxy: TcpProxy & { url: string };
  /** Connect to the server directly, not through the proxy. `locker` holds locks: a session inside a transaction sees stale statistics. */
  let direct: pg.Client;
  let locker: pg.Client;
  const open: DataSource[] = [];

  const to = (pool = 3) => ({ url: proxy.url, pool, connectTimeoutMs: 3_000, application: 'spec', logger });
  const connect = async (options = {}, pool = 3, more = {}): Promise<DataSource> => {
    const dataSource = await openDataSource({ ...to(pool), ...more }, { ...OPTIONS, ...options });
    open.push(dataSource);
    return dataSource;
  };

  beforeAll(async () => {
    database = await testDatabase();
    direct = new pg.Client({ connectionString: database.url });
    locker = new pg.Client({ connectionString: database.url });
    await Promise.all([direct.connect(), locker.connect()]);
  });
  afterAll(async () => {
    await locker.end();
    await direct.end();
    await database.drop();
  });
  beforeEach(async () => {
    proxy = await TcpProxy.start(database.url);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((dataSource) => dataSource.destroy()));
    await proxy.close().catch(() => undefined);
    await direct.query('DROP SCHEMA IF EXISTS prueba CASCADE');
  });

  /** Returns when they are gone. */
  const killBackends = () =>
    direct.query(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'spec'`,
    );

  it('makes its schema and migrates it once when instances start together', async () => {
    const [one, two] = await Promise.all([connect(), connect(), connect()]);
    await one?.getRepository(ThingEntity).save({ id: 1, nombre: 'x' });
    expect(await two?.getRepository(ThingEntity).count()).toBe(1);
    const { rows } = await direct.query('SELECT name FROM prueba.migrations');
    expect(rows).toEqual([{ name: 'Things1700000000000' }]);
    const { rows: elsewhere } = await direct.query(
      `SELECT table_schema FROM information_schema.tables WHERE table_name IN ('cosas', 'migrations')`,
    );
    expect(new Set(elsewhere.map((row: { table_schema: string }) => row.table_schema))).toEqual(new Set(['prueba']));
  });

  it('resolves unqualified names in its own schema', async () => {
    const dataSource = await connect();
    await dataSource.query(`INSERT INTO cosas VALUES (5, 'cinco')`);
    expect((await direct.query('SELECT id FROM prueba.cosas')).rows).toEqual([{ id: 5 }]);
  });

  it('leaves nothing of a failed migration, and says so instead of retrying forever', async () => {
    await expect(connect({ migrations: [Things1700000000000, Falla1700000000001] })).rejects.toThrow('no_existe');
    expect((await direct.query(`SELECT to_regclass('prueba.a_medias') AS t`)).rows).toEqual([{ t: null }]);
    // The failed migration released the lock.
    await connect();
  });

  it('does not start on data that a newer version has changed, and changes nothing in it', async () => {
    class Later1700000000009 extends Things1700000000000 {
      override async up(runner: QueryRunner): Promise<void> {
        await runner.query('ALTER TABLE cosas RENAME nombre TO titulo');
      }
    }
    class Unknown1700000000005 extends Things1700000000000 {
      override async up(runner: QueryRunner): Promise<void> {
        await runner.query('CREATE TABLE no_debe (id int)');
      }
    }
    await connect({ migrations: [Things1700000000000, Later1700000000009] });
    await expect(connect({ migrations: [Things1700000000000, Unknown1700000000005] })).rejects.toThrow(
      /^The data of prueba is of a newer Acequia \(Later1700000000009\)/,
    );
    expect((await direct.query(`SELECT to_regclass('prueba.no_debe') AS t`)).rows).toEqual([{ t: null }]);
    // Gone back to, after an upgrade that failed, it does.
    await connect({}, 3, { migrate: 'back' });
  });

  it('rehearses what waits, and leaves nothing of it, whether it would run or not', async () => {
    await connect();
    class More1700000000003 extends Things1700000000000 {
      override async up(runner: QueryRunner): Promise<void> {
        await runner.query('CREATE TABLE mas (id int)');
      }
    }
    const migrations = [Things1700000000000, More1700000000003];
    expect(await rehearseMigrations(to(), { ...OPTIONS, migrations })).toEqual(['More1700000000003']);
    await expect(
      rehearseMigrations(to(), { ...OPTIONS, migrations: [...migrations, Falla1700000000001] }),
    ).rejects.toThrow('no_existe');
    expect((await direct.query(`SELECT to_regclass('prueba.mas') AS t`)).rows).toEqual([{ t: null }]);
    expect((await direct.query('SELECT name FROM prueba.migrations')).rows).toEqual([{ name: 'Things1700000000000' }]);
  });

  it('refuses a schema name that is none', async () => {
    await expect(connect({ schema: 'a"; DROP TABLE x' })).rejects.toThrow('Not a schema name');
  });

  it('waits for a Postgres that is not there yet', async () => {
    await proxy.close();
    const opening = connect();
    const early = await Promise.race([
      opening.then(() => 'open'),
      new Promise((done) => setTimeout(done, 300, 'waiting')),
    ]);
    expect(early).toBe('waiting');
    await proxy.open();
    expect((await opening).isInitialized).toBe(true);
  });

  it('answers servicio_no_disponible while Postgres is away and works when it is back', async () => {
    const dataSource = await connect();
    const things = dataSource.getRepository(ThingEntity);
    await things.save({ id: 1, nombre: 'x' });
    await proxy.close();
    await expect(things.find()).rejects.toMatchObject(UNAVAILABLE);
    await expect(things.save({ id: 2, nombre: 'y' })).rejects.toMatchObject(UNAVAILABLE);
    await expect(dataSource.transaction((tx) => tx.find(ThingEntity))).rejects.toMatchObject(UNAVAILABLE);
    await expect(dataSource.query('SELECT 1')).rejects.toBeInstanceOf(AppError);
    await proxy.open();
    expect(await things.count()).toBe(1);
  });

  it('survives that every connection is ended by the server', async () => {
    const dataSource = await connect();
    await Promise.all(Array.from({ length: 3 }, () => dataSource.query('SELECT pg_sleep(0.05)')));
    await killBackends();
    // A query may still use a connection whose end has not arrived: that query fails and the next one works.
    await until(() => dataSource.query('SELECT 1').then(always, never));
    const inTheMiddle = dataSource.query('SELECT pg_sleep(30)').catch((error: unknown) => error);
    await untilActive('pg_sleep(30)');
    await killBackends();
    expect(await inTheMiddle).toMatchObject(UNAVAILABLE);
    await until(() => dataSource.query('SELECT 1').then(always, never));
    expect(await dataSource.query('SELECT 1 AS uno')).toEqual([{ uno: 1 }]);
  });

  it('refuses the rest of a transaction whose connection broke, and keeps nothing of it', async () => {
    const dataSource = await connect();
    const failed = dataSource
      .transaction(async (tx) => {
        await tx.insert(ThingEntity, { id: 1, nombre: 'x' });
        await killBackends();
        await tx.insert(ThingEntity, { id: 2, nombre: 'y' }).catch(() => undefined);
        await tx.insert(ThingEntity, { id: 3, nombre: 'z' });
      })
      .catch((error: unknown) => error);
    expect(await failed).toMatchObject(UNAVAILABLE);
    expect(await dataSource.getRepository(ThingEntity).count()).toBe(0);
  });

  it('says resultado_desconocido when the answer to a COMMIT, or to a lone write, is lost', async () => {
    const dataSource = await connect();
    const lost = async (work: () => Promise<unknown>, active = 'INSERT'): Promise<unknown> => {
      await locker.query('BEGIN; LOCK TABLE prueba.cosas IN EXCLUSIVE MODE');
      const result = work().catch((error: unknown) => error);
      await untilActive(active);
      proxy.cut();
      const outcome = await result;
      await locker.query('ROLLBACK');
      // The server may still work on it, and the next one would be taken for active.
      await killBackends();
      return outcome;
    };
    const insert = `INSERT INTO cosas VALUES (1, 'x')`;
    expect(await lost(() => dataSource.query(insert))).toMatchObject({ codigo: 'resultado_desconocido' });
    const written = `WITH nuevas AS (${insert} RETURNING id) SELECT id FROM nuevas`;
    expect(await lost(() => dataSource.query(written))).toMatchObject({ codigo: 'resultado_desconocido' });
    expect(await lost(() => dataSource.transaction((tx) => tx.query(insert)))).toMatchObject(UNAVAILABLE);
    // A lost read is reported as unavailable, because repeating it is harmless.
    const read = 'WITH lenta AS (SELECT pg_sleep(60)) SELECT 1 FROM lenta';
    expect(await lost(() => dataSource.query(read), 'lenta')).toMatchObject(UNAVAILABLE);

    // A COMMIT whose answer never arrives although it succeeded.
    const ready = deferred();
    const go = deferred();
    const result = dataSource
      .transaction(async (tx) => {
        await tx.insert(ThingEntity, { id: 7, nombre: 'x' });
        ready.resolve();
        await go.promise;
      })
      .catch((error: unknown) => error);
    await ready.promise;
    proxy.silence();
    go.resolve();
    await until(async () => (await direct.query('SELECT 1 FROM prueba.cosas WHERE id = 7')).rowCount === 1);
    proxy.cut();
    expect(await result).toMatchObject({ codigo: 'resultado_desconocido' });
  });

  it('answers servicio_no_disponible when the pool is exhausted, and goes on afterwards', async () => {
    const dataSource = await connect({}, 2);
    const busy = [dataSource.query('SELECT pg_sleep(5)'), dataSource.query('SELECT pg_sleep(5)')];
    await untilActive('pg_sleep(5)');
    await expect(dataSource.query('SELECT 1')).rejects.toMatchObject(UNAVAILABLE);
    await Promise.all(busy);
    expect(await dataSource.query('SELECT 1 AS uno')).toEqual([{ uno: 1 }]);
  });

  it('ends a statement that takes too long', async () => {
    const dataSource = await connect({ statement_timeout_ms: 100 });
    await expect(dataSource.query('SELECT pg_sleep(60)')).rejects.toMatchObject(UNAVAILABLE);
    expect(await dataSource.query('SELECT 1 AS uno')).toEqual([{ uno: 1 }]);
  });

  it("leaves the database's own refusals as they are", async () => {
    const dataSource = await connect();
    const things = dataSource.getRepository(ThingEntity);
    await things.insert({ id: 1, nombre: 'x' });
    await expect(things.insert({ id: 1, nombre: 'y' })).rejects.toMatchObject({ code: '23505' });
    await expect(dataSource.query('SELECT no_existe()')).rejects.toMatchObject({ code: '42883' });
    await expect(mapDatabaseErrors(() => Promise.reject(new TypeError('mine')))).rejects.toThrow('mine');
  });

  it('translates the errors of a client that someone took by themselves', async () => {
    const client = new pg.Client({ connectionString: 'postgres://127.0.0.1:1/x' });
    await expect(mapDatabaseErrors(() => client.connect())).rejects.toMatchObject(UNAVAILABLE);
  });

  const untilActive = (query: string) =>
    until(async () => {
      const { rowCount } = await direct.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'spec' AND state = 'active' AND query LIKE $1`,
        [`%${query}%`],
      );
      return (rowCount ?? 0) > 0;
    });
});

const always = () => true;
const never = () => false;
