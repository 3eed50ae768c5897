import { dockerAnswers, startPostgresContainer } from '@acequia/testing';
import pg from 'pg';
import { Engine } from './parts/engine.js';

/** What `npm test` does on a machine that has Docker: its PostgreSQL comes from a container. */
describe('testcontainers', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await Engine.start();
  });
  afterAll(() => engine?.stop());

  it('starts the PostgreSQL of the tests in a container', async () => {
    Object.assign(process.env, engine.environment, {
      TESTCONTAINERS_HOST_OVERRIDE: engine.address,
      TESTCONTAINERS_RYUK_DISABLED: 'true',
    });
    expect(await dockerAnswers()).toBe(true);
    const { url, container } = await startPostgresContainer();
    try {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
      expect(rows[0]!.server_version).toMatch(/^18/);
      await client.end();
    } finally {
      await engine.docker('rm', '-f', '-v', container);
    }
  });
});
