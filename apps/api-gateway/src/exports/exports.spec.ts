import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXPORTS_PATH, SIGNED_CALLER_HEADER } from '@acequia/contracts';
import { deriveKey, verifyCaller } from '@acequia/service-kit';
import { RedisServer, testEnv } from '@acequia/testing';
import { Gateway, type Persona } from '../test/gateway.fixture.js';
import { FIRST_BYTE_MS } from './exports.client.js';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

describe('exports through the gateway', () => {
  let redis: RedisServer;
  let history: Server;
  let gateway: Gateway;
  let ana: Persona;
  let answer: Answer;

  beforeAll(async () => {
    redis = await RedisServer.start();
    history = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += String(chunk)));
      request.on('end', () => answer(request, response, body));
    });
    history.listen(0, '127.0.0.1');
    await once(history, 'listening');
    const { port } = history.address() as AddressInfo;
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url, TELEMETRY_HISTORY_URL: `http://127.0.0.1:${port}` }));
    ana = gateway.entra('usuario');
  });
  afterAll(async () => {
    await gateway.stop();
    history.closeAllConnections();
    await new Promise((resolve) => history.close(resolve));
    await redis.stop();
  });

  const get = (path: string, init: RequestInit = {}) => gateway.fetch(path, { headers: ana.headers, ...init });

  it.each([
    [
      'temp/csv?switch_id=12&desde=2030-01-01',
      { tipo: 'sensores', switch_id: 12, desde: '2030-01-01' },
      'temp_hum_switch_12.csv',
    ],
    ['estados/csv?empresa_id=1&hasta=', { tipo: 'estados', empresa_id: 1 }, 'estados_empresa_1.csv'],
  ])(
    'GET historial/%s asks telemetry-history in the name of the person, and names the file',
    async (path, asked, file) => {
      let seen: unknown;
      let caller: unknown;
      answer = (request, response, body) => {
        seen = { method: request.method, path: request.url, body: JSON.parse(body) as unknown };
        caller = verifyCaller(
          [deriveKey(gateway.env.ACEQUIA_SECRET_KEY, 'caller')],
          request.headers[SIGNED_CALLER_HEADER],
        );
        response.writeHead(200, { 'content-type': 'text/csv' }).end('fecha,temperatura\r\n');
      };
      const response = await get(`/api/switches/historial/${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
      expect(await response.text()).toBe('fecha,temperatura\r\n');
      expect(seen).toEqual({ method: 'POST', path: EXPORTS_PATH, body: asked });
      expect(caller).toMatchObject({ usuario_id: ana.usuario_id, rol: 'usuario', empresa_id: 1, sid: ana.sid });
    },
  );

  it('rows reach the client while the rest is still being read', async () => {
    let finish: (() => void) | undefined;
    answer = (_request, response) => {
      response.writeHead(200).write('primera\r\n');
      finish = () => response.end('última\r\n');
    };
    const response = await get('/api/switches/historial/temp/csv?switch_id=1', {
      headers: { ...ana.headers, 'accept-encoding': 'identity' },
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('primera\r\n');
    finish?.();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe('última\r\n');
  });

  it('a client that leaves, before or amid the rows, cancels the query behind them', async () => {
    for (const early of [true, false]) {
      let left: Promise<unknown> | undefined;
      const asked = new Promise<void>((resolve) => {
        answer = (_request, response) => {
          left = once(response, 'close');
          if (!early) response.writeHead(200).write('fila\r\n');
          resolve();
        };
      });
      const client = httpRequest(`${gateway.url}/api/switches/historial/temp/csv?switch_id=1`, {
        headers: ana.headers,
      });
      client.on('error', () => undefined);
      client.end();
      await asked;
      if (!early) await once(client, 'response');
      const start = performance.now();
      client.destroy();
      await left;
      // After FIRST_BYTE_MS the client would have given up by itself.
      expect(performance.now() - start).toBeLessThan(FIRST_BYTE_MS - 1_000);
    }
  });

  it('a slow reader holds the source back: nothing piles up in between', async () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let written = 0;
    let full: (() => void) | undefined;
    const stuck = new Promise<void>((resolve) => (full = resolve));
    answer = (_request, response) => {
      response.writeHead(200);
      const pump = (): void => {
        while (written < 400 * chunk.length) {
          written += chunk.length;
          if (response.write(chunk)) continue;
          // Without a `drain` event the stream is full: the reader below does not read.
          const patience = setTimeout(() => full?.(), 500);
          response.once('drain', () => {
            clearTimeout(patience);
            pump();
          });
          return;
        }
        response.end();
        full?.();
      };
      pump();
    };
    const client = httpRequest(`${gateway.url}/api/switches/historial/temp/csv?switch_id=1`, { headers: ana.headers });
    client.end();
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    response.pause();
    await stuck;
    expect(written).toBeLessThan(400 * chunk.length);
    client.destroy();
  });

  it.each([
    [404, { codigo: 'no_encontrado', mensaje: 'No se encontró lo que buscas.', trace_id: 'x' }, 404, 'no_encontrado'],
    [500, { stack: 'at secret.ts' }, 503, 'servicio_no_disponible'],
  ])('a refusal (%i) before the first row is a JSON error', async (status, body, expected, codigo) => {
    answer = (_request, response) => void response.writeHead(status).end(JSON.stringify(body));
    const response = await get('/api/switches/historial/temp/csv?switch_id=1');
    expect(response.status).toBe(expected);
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await response.json()).toMatchObject({ codigo });
  });

  it('a source that breaks amid the rows leaves a broken download, never one that looks whole', async () => {
    answer = (_request, response) => {
      response.writeHead(200).write('fila\r\n');
      setImmediate(() => response.destroy());
    };
    const download = get('/api/switches/historial/temp/csv?switch_id=1').then((response) => response.text());
    await expect(download).rejects.toThrow();
  });

  it('while telemetry-history is away the answer is a JSON 503', async () => {
    answer = (request) => request.socket.destroy();
    const response = await get('/api/switches/historial/estados/csv?empresa_id=1');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ codigo: 'servicio_no_disponible' });
  });
});
