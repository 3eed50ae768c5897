import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpException, type INestApplication } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { METRICS } from '../tokens.js';
import { HealthService } from './health.service.js';

const PATHS = ['/health', '/health/live', '/metrics'] as const;

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

/** Whether it is a probe or a scrape, and not somebody's work. */
export const isOperation = (request: IncomingMessage): boolean => PATHS.some((path) => path === pathOf(request));

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * GET /health (200, or 503 with the failures), GET /health/live (200 while the event loop turns) and GET /metrics, for the
 * internal listener; other requests continue with `next`. Not Nest routes, so that a public app does not expose them.
 */
export const operations = (app: INestApplication): Handler => {
  const health = app.get(HealthService);
  const registry = app.get<Registry>(METRICS);
  const routes: Record<(typeof PATHS)[number], (response: ServerResponse) => Promise<void>> = {
    '/health': async (response) => {
      try {
        sendJson(response, 200, await health.report());
      } catch (error) {
        sendJson(response, 503, error instanceof HttpException ? error.getResponse() : { status: 'error' });
      }
    },
    '/health/live': async (response) => sendJson(response, 200, { status: 'ok' }),
    '/metrics': async (response) => {
      response.writeHead(200, { 'content-type': registry.contentType });
      response.end(await registry.metrics());
    },
  };
  return (request, response, next) => {
    const path = PATHS.find((one) => request.method === 'GET' && one === pathOf(request));
    if (!path) return next();
    routes[path](response).catch(() => response.destroy());
  };
};

export const notFound = (_request: IncomingMessage, response: ServerResponse): void =>
  sendJson(response, 404, { status: 'error' });

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
};
