import { isPublic, publicLookup, readAllowed, type Resolver } from '@acequia/service-kit';
import { RelayCloud } from '@acequia/simulators';
import { createServer, type Server } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { CloudClient } from './cloud-client.js';
import { CloudFailure } from './cloud-failure.js';
import { CloudHttp } from './cloud-http.js';

const KEY = 'clave-que-no-debe-salir';

describe('where a server that somebody typed may lead', () => {
  let canary: Server;
  let port: number;
  let connections = 0;
  let heard = '';

  beforeAll(async () => {
    canary = createServer((request, response) => {
      heard += `${request.url} ${JSON.stringify(request.headers)}`;
      request.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      request.on('end', () => response.end('[]'));
    });
    canary.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    port = (canary.address() as AddressInfo).port;
  });
  beforeEach(() => {
    connections = 0;
    heard = '';
  });
  afterAll(() => new Promise((resolve) => canary.close(resolve)));

  const client = (allowed: string, resolver?: Resolver): CloudClient =>
    new CloudClient(new CloudHttp(readAllowed(allowed), resolver));
  const ask = (server: string, allowed = '.shelly.cloud', resolver?: Resolver): Promise<unknown> => {
    let sent = 0;
    return client(allowed, resolver)
      .read({ server, auth_key: KEY, api: 'v2' }, ['a8032abe41fc'], () => (sent += 1))
      .then(
        () => 'answered',
        (error: unknown) => (error instanceof CloudFailure ? `${error.motivo}${sent > 0 ? ', sent' : ''}` : error),
      );
  };
  /** A resolver that answers these addresses in turn. */
  const resolving =
    (...answers: string[][]): Resolver =>
    (_host, callback) => {
      const addresses = answers.length > 1 ? (answers.shift() as string[]) : (answers[0] as string[]);
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };

  it.each([
    'http://127.0.0.1:PORT',
    'https://127.0.0.1:PORT',
    '127.0.0.1:PORT',
    'localhost:PORT',
    'http://localhost:PORT',
    'http://2130706433:PORT',
    'http://0x7f000001:PORT',
    'http://0x7f.0x0.0x0.0x1:PORT',
    'http://017700000001:PORT',
    'http://0177.0.0.1:PORT',
    'http://127.1:PORT',
    'http://0:PORT',
    'http://[::1]:PORT',
    'http://[::ffff:127.0.0.1]:PORT',
    'http://[::ffff:7f00:1]:PORT',
    'http://[64:ff9b::7f00:1]:PORT',
    'https://x.shelly.cloud@127.0.0.1:PORT',
    'https://x.shelly.cloud:443@127.0.0.1:PORT',
    'https://127.0.0.1:PORT#.shelly.cloud',
    'https://127.0.0.1:PORT?.shelly.cloud',
    'https://127.0.0.1:PORT/.shelly.cloud',
    'https://127.0.0.1:PORT\\.shelly.cloud',
    'https://127.0.0.1%00.shelly.cloud:PORT',
    'https://x.shelly.cloud:PORT',
    'http://x.shelly.cloud',
    'http://x.shelly.cloud:443',
    'https://x.shelly.cloud.',
    'https://x.shelly.cloud.evil.com',
    'https://evilshelly.cloud',
    'https://x。shelly。cloud',
    'https://ⓧ.shelly.cloud',
    'https://127。0。0。1:PORT',
    'https://①②⑦.⓪.⓪.①:PORT',
    'https://x.shelly.cloud/../../@127.0.0.1:PORT',
    'http://169.254.169.254',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_',
    '//127.0.0.1:PORT',
    'https:127.0.0.1:PORT',
  ])('%s is not asked', async (server) => {
    const loopback = resolving(['127.0.0.1']);
    expect(await ask(server.replaceAll('PORT', String(port)), '.shelly.cloud', loopback)).toBe('servidor_no_permitido');
    expect({ connections, heard }).toEqual({ connections: 0, heard: '' });
  });

  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['172.31.255.255'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['198.18.0.1'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['::'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:10.0.0.1'],
    ['::127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['64:ff9b:1::7f00:1'],
    ['fec0::1'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['fc00::1'],
    ['fd12:3456::1'],
    ['2001:db8::1'],
    ['2002:7f00:1::'],
    ['ff02::1'],
  ])('a name of the cloud that leads to %s is not connected to', async (address) => {
    expect(isPublic(address)).toBe(false);
    expect(await ask('x.shelly.cloud', '.shelly.cloud', resolving([address]))).toBe('servidor_no_permitido');
  });

  it.each(['3.120.1.1', '18.194.2.3', '2600:1f18::1', '2a05:d014::1'])('%s is the public internet', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  it('one address that is not public condemns the name, wherever it stands among the others', async () => {
    for (const addresses of [['3.120.1.1', '127.0.0.1'], ['127.0.0.1', '3.120.1.1'], []]) {
      expect(await ask('x.shelly.cloud', '.shelly.cloud', resolving(addresses))).toBe('servidor_no_permitido');
    }
  });

  it('a name that means another address the second time is connected to where it was checked, or not at all', async () => {
    const rebinding = publicLookup(resolving(['3.120.1.1'], ['127.0.0.1']));
    const lookups = await Promise.all(
      [0, 1].map(
        () =>
          new Promise((resolve) =>
            rebinding('x.shelly.cloud', {}, (error, address) => resolve(error?.name ?? address)),
          ),
      ),
    );
    expect(lookups).toEqual(['3.120.1.1', 'AddressNotAllowed']);
    // The connection itself uses that lookup: a test server on the same port is not reached.
    const refused = await new Promise((resolve) => {
      const request = https.request({
        host: 'x.shelly.cloud',
        port,
        agent: false,
        lookup: publicLookup(resolving(['127.0.0.1'])),
      });
      request.on('error', (error) => resolve(error.name)).end(KEY);
    });
    expect(refused).toBe('AddressNotAllowed');
    expect(connections).toBe(0);
  });

  it('a redirect is not followed, and says nothing about the device', async () => {
    const cloud = await new RelayCloud().start();
    const account = cloud.account();
    account.misbehave('redirect', { to: `http://127.0.0.1:${port}/latest/meta-data` });
    const asked = client(cloud.origin).read({ server: cloud.origin, auth_key: account.key, api: 'v2' }, [
      'a8032abe41fc',
    ]);
    await expect(asked).rejects.toMatchObject({ motivo: 'nube_con_error' });
    expect(connections).toBe(0);
    expect(cloud.canaryVisits).toEqual([]);
    await cloud.stop();
  });

  it('one exact origin of the list is reached, and no other', async () => {
    const origin = `http://127.0.0.1:${port}`;
    expect(await ask(origin, origin)).toBe('answered');
    expect(connections).toBe(1);
    for (const beside of [`https://127.0.0.1:${port}`, `http://localhost:${port}`, `http://127.0.0.1:${port + 1}`]) {
      expect(await ask(beside, origin)).toBe('servidor_no_permitido');
    }
    expect(await ask('x.shelly.cloud', origin)).toBe('servidor_no_permitido');
    expect(connections).toBe(1);
  });
});
