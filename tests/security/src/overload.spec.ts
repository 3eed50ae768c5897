import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type ApiClient, Farm, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import { WHOLE } from './random.js';

const CONNECTIONS = 20;
const EACH = WHOLE ? 200 : 15;
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
});
