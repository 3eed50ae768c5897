import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { AppError } from '@acequia/contracts';
import express, { type ErrorRequestHandler } from 'express';
import { deadline } from './deadline.js';

const asStatus: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response.status(error instanceof AppError ? error.status : 500).end();
};

describe('the deadline of an answer', () => {
  it('passes as a 503, and spares a stream that has begun', async () => {
    const app = express().use(deadline(50));
    app.get('/nunca', () => undefined);
    app.get('/largo', (_request, response) => {
      response.write('empieza ');
      setTimeout(() => response.end('y termina'), 150);
    });
    const server = app.use(asStatus).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect((await fetch(`http://127.0.0.1:${port}/nunca`)).status).toBe(503);
    expect(await (await fetch(`http://127.0.0.1:${port}/largo`)).text()).toBe('empieza y termina');
    server.closeAllConnections();
    server.close();
  });
});
