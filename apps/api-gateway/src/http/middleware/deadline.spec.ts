import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@acequia/contracts';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { deadline, PATIENT } from './deadline.js';

const asCode: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response.status(error instanceof AppError ? error.status : 500).send(error instanceof AppError ? error.codigo : '');
};
const after =
  (ms: number): RequestHandler =>
  (_request, response) =>
    void setTimeout(() => response.end('hecho'), ms);

describe('the deadline of an answer', () => {
  let server: Server;
  let at: string;

  beforeAll(async () => {
    const app = express().use('/api', deadline(50, new Map([['POST /largo', 60_000]])));
    app.all('/api/nunca', () => undefined);
    app.get('/api/flujo', (_request, response) => {
      response.write('empieza ');
      setTimeout(() => response.end('y termina'), 150);
    });
    app.all('/api/largo', after(150));
    server = app.use(asCode).listen(0, '127.0.0.1');
    await once(server, 'listening');
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const answer = async (path: string, method = 'GET'): Promise<[number, string]> => {
    const response = await fetch(`${at}${path}`, { method });
    return [response.status, await response.text()];
  };

  it('answers a read that the service is not available', async () => {
    expect(await answer('/nunca')).toEqual([503, 'servicio_no_disponible']);
  });

  it('answers a write that its outcome is unknown', async () => {
    expect(await answer('/nunca', 'POST')).toEqual([503, 'resultado_desconocido']);
  });

  it('spares a stream that has begun', async () => {
    expect(await answer('/flujo')).toEqual([200, 'empieza y termina']);
  });

  it('waits for a write whose call may take longer', async () => {
    expect(await answer('/largo', 'POST')).toEqual([200, 'hecho']);
    expect(await answer('/largo')).toEqual([503, 'servicio_no_disponible']);
  });

  it('gives an import, a dossier and many values at once, and nothing else, the time of their call', () => {
    expect([...PATIENT]).toEqual([
      ['POST /dossieres', 30_500],
      ['POST /medidas', 20_500],
      ['POST /importacion', 45_500],
    ]);
  });
});
