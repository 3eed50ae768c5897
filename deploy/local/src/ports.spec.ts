import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, portIsFree } from './ports.js';

describe('a free port', () => {
  it('can be listened on, and is given once', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    expect(new Set(ports).size).toBe(50);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(ports[0], '127.0.0.1', resolve));
    expect(await portIsFree(ports[0] as number)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await portIsFree(ports[0] as number)).toBe(true);
  });

  it('is not one that an outgoing connection may take', async () => {
    expect(await freePort()).toBeLessThan(32_768);
  });

  it('is not given to another process while the first one lives: the claim says whose it is', async () => {
    const mio = await freePort();
    expect(readFileSync(join(tmpdir(), 'acequia-ports', String(mio)), 'utf8')).toBe(String(process.pid));
  });
});
