import { identityOf } from '@acequia/local';
import pg from 'pg';
import { freePort, RedisServer, testDatabase, testEnv } from './index.js';

describe('testDatabase', () => {
  it('gives each caller an empty database of its own and removes it', async () => {
    const [one, two] = await Promise.all([testDatabase(), testDatabase()]);
    const client = new pg.Client({ connectionString: one.url });
    await client.connect();
    await client.query('CREATE TABLE t (a int)');
    const other = new pg.Client({ connectionString: two.url });
    await other.connect();
    await expect(other.query('SELECT * FROM t')).rejects.toThrow('does not exist');
    await Promise.all([client.end(), other.end()]);
    await Promise.all([one.drop(), two.drop()]);
    await expect(new pg.Client({ connectionString: one.url }).connect()).rejects.toThrow('does not exist');
  });

  it('is PostgreSQL 18 in UTF-8', async () => {
    const database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT current_setting('server_version') AS version, pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()",
    );
    await client.end();
    await database.drop();
    expect(rows).toEqual([{ version: expect.stringMatching(/^18\./), encoding: 'UTF8' }]);
  });
});

describe('RedisServer', () => {
  let server: RedisServer;
  beforeEach(async () => (server = await RedisServer.start()));
  afterEach(() => server.stop());

  it('keeps what it acknowledged through kill -9 and a restart', async () => {
    const client = server.client();
    await client.set('a', '1');
    await server.kill('SIGKILL');
    await server.restart();
    expect(await client.get('a')).toBe('1');
  });

  it('leaves no process behind after stop', async () => {
    const { pid } = server;
    await server.stop();
    expect(identityOf(pid)).toBeNull();
    server = await RedisServer.start({ kind: 'volatile' });
  });
});

describe('freePort and testEnv', () => {
  it('gives a port that can be listened on', async () => {
    expect(await freePort()).toBeGreaterThan(1023);
  });

  it('lets a test override and remove variables', () => {
    const env = testEnv({ REDIS_URL: 'redis://x', LOG_LEVEL: undefined });
    expect(env).toMatchObject({ REDIS_URL: 'redis://x', INTERNAL_PORT: '0' });
    expect(env).not.toHaveProperty('LOG_LEVEL');
  });
});
