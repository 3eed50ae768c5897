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

  it('begins no transaction that was given up while it waited for its turn', async () => {
    const first = Promise.withResolvers<void>();
    const givenUp = new AbortController();
    const begun: string[] = [];
    const one = connection.transaction(() => first.promise);
    const two = connection.transaction(async () => begun.push('two'), { stopped: givenUp.signal });
    const three = connection.transaction(async () => begun.push('three'));
    const refused = expect(two).rejects.toThrow('given up');
    givenUp.abort(new Error('given up'));
    first.resolve();
    await Promise.all([one, refused, three]);
    expect(begun).toEqual(['three']);
  });
});
