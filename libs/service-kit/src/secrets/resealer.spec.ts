import { RESEALED_KEY } from '@acequia/contracts';
import { RedisServer, testDatabase, type TestDatabase } from '@acequia/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createLogger } from '../logger/logger.js';
import { keyPrint, Resealer } from './resealer.js';
import { SecretBox } from './secret-box.js';

const [OLD, NEW] = ['ab'.repeat(32), 'cd'.repeat(32)];
const ROWS = 1_203;
const logger = createLogger({ service: 'spec', instance: 'spec', level: 'silent' });

describe('a service whose key is rotated', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let db: DataSource;
  const previous = new SecretBox(OLD);
  const current = new SecretBox(NEW);

  const resealer = (after?: () => Promise<void>): Resealer =>
    new Resealer({
      service: 'inventory',
      env: { ACEQUIA_SECRET_KEY: NEW, ACEQUIA_SECRET_KEY_PREVIOUS: OLD },
      db,
      redis: redis.client(),
      logger,
      columns: [
        { table: 'cosas', key: 'id', column: 'cifrada', context: 'c' },
        { table: 'nombres', key: 'nombre', column: 'cifrada', context: 'n' },
      ],
      ...(after && { after }),
    });
  const sealedIn = async (table: string): Promise<string[]> => {
    const rows: { cifrada: string }[] = await db.query(`SELECT cifrada FROM ${table} WHERE cifrada IS NOT NULL`);
    return rows.map(({ cifrada }) => cifrada);
  };

  beforeAll(async () => {
    [database, redis] = await Promise.all([testDatabase(), RedisServer.start()]);
    db = await new DataSource({ type: 'postgres', url: database.url, installExtensions: false }).initialize();
    await db.query('CREATE TABLE cosas (id integer PRIMARY KEY, cifrada text)');
    await db.query('CREATE TABLE nombres (nombre text PRIMARY KEY, cifrada text NOT NULL)');
  });
  beforeEach(async () => {
    await db.query('TRUNCATE cosas, nombres');
    const ids = Array.from({ length: ROWS }, (_, n) => n - 1);
    const sealed = ids.map((id) => (id === 7 ? null : (id % 3 === 0 ? current : previous).encrypt(`x${id}`, 'c')));
    await db.query('INSERT INTO cosas SELECT * FROM unnest($1::int[], $2::text[])', [ids, sealed]);
    await db.query(`INSERT INTO nombres VALUES ('ñandú', $1), ('z', 'v1.roto')`, [previous.encrypt('y', 'n')]);
  });
  afterAll(async () => {
    await db?.destroy();
    await Promise.all([database?.drop(), redis?.stop()]);
  });

  it('seals each stored secret with the current key, once, and tells how it went', async () => {
    const report = await resealer().pass();
    expect(report.fallidos).toBe(1);
    const opened = (await sealedIn('cosas')).map((text) => current.decrypt(text, 'c'));
    expect(new Set(opened).size).toBe(ROWS - 1);
    expect(report.sellados).toBe(ROWS - 401 - 1 + 1);
    const before = await sealedIn('cosas');
    expect((await resealer().pass()).sellados).toBe(0);
    expect((await sealedIn('cosas')).sort()).toEqual(before.sort());
    const told: unknown = JSON.parse((await redis.client().hget(RESEALED_KEY, 'inventory')) ?? '');
    expect(told).toMatchObject({ huella: keyPrint(NEW), sellados: 0, fallidos: 1 });
  });

  it('two instances at once, and a pass that was cut short, leave nothing twice sealed or behind', async () => {
    await db.query('UPDATE cosas SET cifrada = $1 WHERE id < 600 AND cifrada IS NOT NULL', [
      current.encrypt('ya', 'c'),
    ]);
    let recomputed = 0;
    const passes = [1, 2].map(() => resealer(async () => void (recomputed += 1)).pass());
    await Promise.all(passes);
    for (const text of await sealedIn('cosas')) expect(() => current.decrypt(text, 'c')).not.toThrow();
    expect(recomputed).toBeGreaterThan(0);
  });

  it('does not overwrite a secret that was changed while it looked', async () => {
    const own = resealer();
    const query = db.query.bind(db);
    const changed = current.encrypt('la nueva', 'c');
    db.query = (async (sql: string, values?: unknown[]) => {
      const rows: unknown = await query(sql, values);
      if (sql.startsWith('SELECT id')) await query('UPDATE cosas SET cifrada = $1 WHERE id = 5', [changed]);
      return rows;
    }) as typeof db.query;
    await own.pass().finally(() => (db.query = query));
    const [row]: { cifrada: string }[] = await db.query('SELECT cifrada FROM cosas WHERE id = 5');
    expect(row?.cifrada).toBe(changed);
  });
});
