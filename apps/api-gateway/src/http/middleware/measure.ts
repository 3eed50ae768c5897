import type { Logger } from '@acequia/service-kit';
import type { Request, RequestHandler } from 'express';
import { Histogram, type Registry } from 'prom-client';

// The route's pattern and not the path: a path with ids would create a series per id.
const routeOf = (request: Request): string => (request.route as { path?: string } | undefined)?.path ?? 'other';

export const measure = (registry: Registry, logger: Logger): RequestHandler => {
  const seconds = new Histogram({
    name: 'acequia_http_request_seconds',
    help: 'Time from request to answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  });
  return (request, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const ms = performance.now() - start;
      const { method } = request;
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      seconds.observe({ method, route: routeOf(request), status }, ms / 1000);
      const usuario_id = request.persona?.usuario_id;
      // Mass refusals (401, 429) must not fill the disk; the histogram counts them.
      const isQuiet = method === 'GET' || method === 'HEAD' || status === '401' || status === '429';
      const level = isQuiet ? 'debug' : 'info';
      logger[level]({ method, path: request.path, status, usuario_id, ms: Math.round(ms) }, 'Request');
    });
    next();
  };
};
