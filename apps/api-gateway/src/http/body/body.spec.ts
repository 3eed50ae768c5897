import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { AppError, ROUTES } from '@acequia/contracts';
import { RedisServer, testEnv } from '@acequia/testing';
import express, { type NextFunction, type Request, type Response } from 'express';
import { example } from '../../test/example.fixture.js';
import { Gateway, type Persona } from '../../test/gateway.fixture.js';
import { readBody } from './json-body.js';

const EMPRESA = JSON.stringify(example(ROUTES['empresas.crear'].body));
const JSON_TYPE = { 'content-type': 'application/json' };

/** Reads a raw connection until the server ends it. */
const untilClosed = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  if (!socket.closed) await once(socket, 'close');
  return text;
};

describe('bodies at the gateway', () => {
  let redis: RedisServer;
  let gateway: Gateway;
  let admin: Persona;

  beforeAll(async () => {
    redis = await RedisServer.start();
    gateway = await Gateway.start(testEnv({ REDIS_URL: redis.url }));
    admin = gateway.entra('admin_global');
  });
  afterAll(async () => {
    await gateway.stop();
    await redis.stop();
  });

  const post = async (path: string, body: string | Buffer, headers: Record<string, string> = admin.headers) => {
    const init = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: new Uint8Array(Buffer.from(body)) };
    const response = await gateway.fetch(path, init);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** Sends the head of a request whose body never arrives. */
  const announce = (path: string, lines: string[]): Socket => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines.join('\r\n')}\r\n\r\n`,
    );
    return socket;
  };

  it('are not waited for before their sender is known', async () => {
    for (const path of ['/api/empresas', '/api/switches/bulk', '/api/cuenta/clave']) {
      const socket = announce(path, ['Content-Length: 90000']);
      const [head] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
      expect(head).toContain('401');
      socket.destroy();
    }
  });

  it('are not looked into before their sender is known, whatever they hold', async () => {
    const strangers = {};
    expect((await post('/api/empresas', '{"nombre":', strangers)).status).toBe(401);
    expect((await post('/api/empresas', gzipSync(EMPRESA), { 'content-encoding': 'gzip' })).status).toBe(401);
    expect((await post('/api/empresas', EMPRESA, gateway.entra('usuario').headers)).status).toBe(403);
  });

  it('of a stranger, endless ones, end the connection with the answer', async () => {
    const socket = announce('/api/empresas', ['Transfer-Encoding: chunked']);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 401/);
  });

  it('are refused when they are compressed or in another charset', async () => {
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
      const { status, body } = await post('/api/empresas', gzipSync(EMPRESA), {
        ...admin.headers,
        'content-encoding': encoding,
      });
      expect(status).toBe(415);
      expect(body).toMatchObject({ codigo: 'tipo_no_admitido' });
    }
    expect((await post('/api/auth/login', gzipSync('{}'), { 'content-encoding': 'gzip' })).status).toBe(415);
    const utf16 = { ...admin.headers, 'content-type': 'application/json; charset=utf-16' };
    expect((await post('/api/empresas', Buffer.from(EMPRESA, 'utf16le'), utf16)).status).toBe(415);
    expect((await post('/api/empresas', EMPRESA, { ...admin.headers, 'content-encoding': 'identity' })).status).toBe(
      201,
    );
  });

  it('of the login are small and shallow', async () => {
    const login = (body: unknown) => post('/api/auth/login', JSON.stringify(body), {});
    expect((await login({ email: 'a@b.mx', password: 'ñ'.repeat(1_000) })).status).toBe(200);
    expect((await login({ email: 'a@b.mx', password: 'x'.repeat(9_000) })).status).toBe(413);
    expect((await login({ email: [[['a']]], password: 'x' })).body).toMatchObject({ codigo: 'datos_invalidos' });
  });

  it('are not built when they are too deep', async () => {
    const deep = (levels: number) => `{"nombre":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect((await post('/api/empresas', deep(10))).body).toMatchObject({
      mensaje: 'Revisa «Nombre»: debe ser un texto.',
    });
    const { status, body } = await post('/api/empresas', deep(20));
    expect(status).toBe(400);
    expect(body).not.toHaveProperty('detalles');
  });

  it('that a route does not ask for are not read', async () => {
    const { usuario_id: _, ...bob } = gateway.entra('usuario');
    const init = { method: 'POST', headers: { ...bob.headers, ...JSON_TYPE }, body: '{"broken' };
    expect((await gateway.fetch('/api/auth/logout', init)).status).toBe(204);
  });

  it('that trickle leave the listener no later than it was told to wait', () => {
    const server = gateway.app.getHttpServer() as Server & { connectionsCheckingInterval: number };
    expect(server.requestTimeout).toBe(15_000);
    expect(server.headersTimeout).toBe(15_000);
    expect(server.connectionsCheckingInterval).toBe(1_000);
  });
});

describe('a body that trickles', () => {
  it('is given up, with an answer', async () => {
    const app = express();
    app.post('/', async (request, response, next) => {
      await readBody('empresas.crear', request, response, 50).then(() => next(), next);
    });
    app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      response.status(error instanceof AppError ? error.status : 500).end();
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
    const [head] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    expect(head).toMatch(/^HTTP\/1\.1 408/);
    socket.destroy();
    server.close();
  });
});
