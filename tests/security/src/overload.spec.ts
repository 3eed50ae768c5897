import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type ApiClient, Farm, PASSWORD, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import { WHOLE } from './random.js';

const CONNECTIONS = 20;
const EACH = WHOLE ? 200 : 15;
/** Fewer than the failures after which an address is refused without a hash. */
const FLOOD = 150;
const BOMB = gzipSync(`${'['.repeat(500_000)}${']'.repeat(500_000)}`);

describe('people whom nobody knows', () => {
  let acequia: RunningAcequia;
  let root: ApiClient;
  let farm: Farm;

  beforeAll(async () => {
    acequia = await sharedAcequia();
    root = await acequia.loginAdmin();
    farm = await Farm.create(acequia, root);
  });
  afterAll(() => acequia?.stop());

  const bomb = async (path: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answer = await fetch(`${acequia.http}${path}`, { method: 'POST', headers, body: new Uint8Array(BOMB) });
    await answer.text();
    return answer.status;
  };

  it('43. are refused before anything of their bodies is inflated, and those who are known are served meanwhile', async () => {
    const refused: number[] = [];
    const strangers = Array.from({ length: CONNECTIONS }, async () => {
      for (let sent = 0; sent < EACH; sent += 1) refused.push(await bomb('/api/switches/bulk'));
    });
    let served = 0;
    const done = Promise.all(strangers).then(() => true);
    while (!(await Promise.race([done, Promise.resolve(false)]))) {
      await farm.admin.api.call('switches.listar');
      served += 1;
    }
    expect(new Set(refused)).toEqual(new Set([401]));
    expect(served).toBeGreaterThan(0);
    expect(await bomb('/api/auth/login')).toBe(415);
  });

  it('43. who send a body without an end lose their connection with the answer', async () => {
    const { hostname, port } = new URL(acequia.http);
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    socket.on('error', () => undefined);
    const head = [
      'POST /api/empresas HTTP/1.1',
      'Host: x',
      'Transfer-Encoding: chunked',
      'Content-Type: application/json',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'close');
    expect(heard).toMatch(/^HTTP\/1\.1 401/);
  });

  it('52. who flood the login from one address let somebody elsewhere in at once', async () => {
    let answered = 0;
    const flood = Array.from({ length: FLOOD }, (_, n) => badLogin(acequia.http, n).finally(() => (answered += 1)));
    // All of them have reached the server once the first ones are answered.
    await Promise.race(flood);
    const before = answered;
    await acequia.login(farm.admin.email, PASSWORD);
    expect(answered - before).toBeLessThan(FLOOD / 4);
    await Promise.all(flood);
  });
});

/** A refused login from an address of its own. */
const badLogin = (http: string, n: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', agent: false, localAddress: '127.0.0.7', headers } as const;
    const sent = request(`${http}/api/auth/login`, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end(JSON.stringify({ email: `nadie-${n}@acequia.test`, password: 'no es la clave' }));
  });
