import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolder } from './data-folder.js';
import { readEnvironment } from './environment.js';
import { prepareParts, type LocalParts } from './parts.js';
import { SERVICE_NAMES } from './service-names.js';

describe('the Redis addresses that the services get', () => {
  let folder: string;
  let said: string[];
  const prepare = (given: NodeJS.ProcessEnv): Promise<LocalParts> => {
    const environment = readEnvironment({
      ACEQUIA_DATA: folder,
      DATABASE_URL: 'postgres://dueño@otra/acequia',
      ...given,
    });
    said = [];
    return prepareParts(environment, new DataFolder(folder), (line) => said.push(line));
  };

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acequia-parts-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('name a user of its own for each, the same at each start, where the servers run here', async () => {
    const { redisUrls, redisUrl } = await prepare({});
    const again = await prepare({});
    for (const service of SERVICE_NAMES)
      for (const kind of ['durable', 'volatile'] as const) {
        const { username, password } = new URL(redisUrls[kind][service]);
        expect(username).toBe(`acequia_${service.replaceAll('-', '_')}`);
        expect(new URL(again.redisUrls[kind][service]).password).toBe(password);
      }
    expect(new URL(redisUrl).username).toBe('');
    expect(said.filter((line) => line.includes('mismo usuario'))).toEqual([]);
    expect(statSync(join(folder, 'redis-users.json')).mode & 0o777).toBe(0o600);
  });

  it('are an external one as it is given, and the terminal says so once', async () => {
    const external = 'redis://alguien:clave@a:6379,b:6379';
    const { redisUrls, redisVolatileUrl } = await prepare({ REDIS_URL: external });
    expect(new Set([...Object.values(redisUrls.durable), ...Object.values(redisUrls.volatile)])).toEqual(
      new Set([external]),
    );
    expect(redisVolatileUrl).toBe(external);
    expect(said.filter((line) => line.includes('mismo usuario'))).toHaveLength(1);
  });
});
