import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_SERVICES, prepareRoles, rolePasswords } from '@acequia/local';
import { testDatabase, type TestDatabase } from '@acequia/testing';
import pg from 'pg';

describe('the database roles of the services', () => {
  let database: TestDatabase;
  let folder: string;
  let file: string;
  const as = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const prepare = (): ReturnType<typeof prepareRoles> => prepareRoles(database.url, rolePasswords(file));

  beforeAll(async () => {
    database = await testDatabase();
    folder = mkdtempSync(join(tmpdir(), 'acequia-roles-'));
    file = join(folder, 'roles.json');
    // An older installation, without roles, left the schemas like this.
    await as(database.url, async (owner) => {
      await owner.query('CREATE SCHEMA inventory');
      await owner.query(`CREATE TYPE inventory.tipo AS ENUM ('a')`);
      await owner.query(`CREATE TABLE inventory.placas (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tipo inventory.tipo)
        PARTITION BY RANGE (id)`);
      await owner.query('CREATE TABLE inventory.placas_1 PARTITION OF inventory.placas FOR VALUES FROM (1) TO (9)');
      await owner.query('CREATE SEQUENCE inventory.turno');
      await owner.query('CREATE VIEW inventory.todas AS SELECT * FROM inventory.placas');
      await owner.query('CREATE FUNCTION inventory.uno() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$');
    });
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('hand over what was there before, whole', async () => {
    const { inventory } = await prepare();
    await as(inventory, async (client) => {
      await client.query(`INSERT INTO inventory.placas (tipo) VALUES ('a')`);
      await client.query('ALTER TABLE inventory.placas ADD COLUMN nombre text');
      await client.query(`ALTER TYPE inventory.tipo ADD VALUE 'b'`);
      await client.query('DROP VIEW inventory.todas');
      await client.query('DROP FUNCTION inventory.uno()');
      await client.query('DROP SEQUENCE inventory.turno');
      expect((await client.query('SELECT id FROM inventory.placas')).rows).toEqual([{ id: 1 }]);
    });
  });

  it('see their own schema only, and can make no other', async () => {
    const urls = await prepare();
    for (const service of DATABASE_SERVICES) {
      await as(urls[service], async (client) => {
        const { rows } = await client.query<{ nspname: string }>(
          `SELECT nspname FROM pg_namespace WHERE has_schema_privilege(nspname, 'USAGE') AND nspname !~ '^(pg_|information_schema|public)'`,
        );
        expect(rows.map(({ nspname }) => nspname)).toEqual([service.replaceAll('-', '_')]);
        await expect(client.query('CREATE SCHEMA otra')).rejects.toThrow('permission denied');
        await client.query(`CREATE TABLE ${service.replaceAll('-', '_')}.propia (id int)`);
      });
    }
    await as(urls.automation, async (client) => {
      await expect(client.query('SELECT * FROM inventory.placas')).rejects.toThrow('permission denied');
      await expect(client.query('SELECT * FROM auth_tenancy.propia')).rejects.toThrow('permission denied');
    });
  });

  it('keep their passwords, in a file for its owner only', async () => {
    const before = await prepare();
    expect(await prepare()).toEqual(before);
    expect(existsSync(file) && statSync(file).mode & 0o777).toBe(0o600);
    expect(new Set(Object.values(before).map((url) => new URL(url).password)).size).toBe(DATABASE_SERVICES.length);
  });
});
