import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import compression from 'compression';
import express from 'express';
import { compactJson } from './compact-json.js';

const FROM = 4_096;
/** JSON of about this many bytes. */
const bodyOf = (bytes: number) => ({ texto: 'riego y señal '.repeat(Math.ceil(bytes / 14)) });

describe('the compression of answers', () => {
  const app = express().use(compression({ threshold: FROM }), compactJson(FROM));
  app.get('/:bytes', (asked, response) => void response.json(bodyOf(Number(asked.params.bytes))));
  const server = app.listen(0, '127.0.0.1');

  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = async (bytes: number, accept?: string, method = 'GET'): Promise<[IncomingMessage, Buffer]> => {
    const { port } = server.address() as AddressInfo;
    const headers = accept === undefined ? {} : { 'accept-encoding': accept };
    const sent = request({ port, host: '127.0.0.1', path: `/${bytes}`, method, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    return [response, Buffer.concat(parts)];
  };
  const plain = (encoding: string | undefined, body: Buffer): unknown => {
    const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    return JSON.parse(text.toString('utf8'));
  };

  it.each([
    ['a small one as it is', 1_000, 'gzip, br', undefined],
    ['a middling one with brotli where the browser takes it', 20_000, 'gzip, deflate, br', 'br'],
    ['a middling one with gzip else', 20_000, 'gzip, deflate', 'gzip'],
    ['a middling one as it is to who takes nothing else', 20_000, undefined, undefined],
    ['a middling one as it is to who refuses', 20_000, 'gzip;q=0, br;q=0', undefined],
    ['a large one too', 500_000, 'gzip', 'gzip'],
  ])('sends %s', async (_name, bytes, accept, encoding) => {
    const [{ headers }, body] = await ask(bytes, accept);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(plain(encoding, body)).toEqual(bodyOf(bytes));
    if (encoding !== undefined) expect(body.length).toBeLessThan(bytes / 4);
    // Caches must keep one copy per encoding.
    if (bytes >= FROM) expect(headers.vary).toContain('Accept-Encoding');
  });

  it('tells the length of what it compressed at once', async () => {
    const [{ headers }, body] = await ask(20_000, 'gzip');
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  it('sends no body to a HEAD', async () => {
    const [{ statusCode }, body] = await ask(20_000, 'gzip', 'HEAD');
    expect([statusCode, body.length]).toEqual([200, 0]);
  });
});
