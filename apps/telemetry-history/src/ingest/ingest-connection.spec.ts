import { testDatabase, type TestDatabase } from '@acequia/testing';
import { IngestConnection } from './ingest-connection.js';

describe('a connection for ingest', () => {
  let database: TestDatabase;
  let connection: IngestConnection;

  beforeAll(async () => {
    database = await testDatabase();
    connection = new IngestConnection(database.url, 'test');
  });
  afterAll(async () => {
    connection.close();
    await database.drop();
  });

  it('begins no transaction that was given up while it waited', async () => {
    const givenUp = new AbortController();
    const begun: string[] = [];
    const take = (name: string, stopped?: AbortSignal): Promise<unknown> =>
      connection.transaction(async () => begun.push(name), { stopped });
    const first = connection.transaction(async () => givenUp.abort());
    const results = await Promise.allSettled([first, take('given up', givenUp.signal), take('next')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(begun).toEqual(['next']);
  });
});
