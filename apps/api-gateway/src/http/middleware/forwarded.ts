import type { Logger } from '@acequia/service-kit';
import type { RequestHandler } from 'express';
import { Counter, type Registry } from 'prom-client';
import type { Env } from '../../env.js';

/** Log once an hour at most: any client can send the header. ms */
const REPEAT_MS = 3_600_000;

/** Warns an operator whose proxy is missing in TRUST_PROXY: all people then share the proxy's address, and so the limits per address. */
export const warnOfUnknownProxy = (
  { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>,
  registry: Registry,
  logger: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): RequestHandler => {
  const ignored = new Counter({
    name: 'acequia_http_forwarded_ignored_total',
    help: 'Requests whose X-Forwarded-For was not believed because TRUST_PROXY is not set',
    registers: [registry],
  });
  let toldAt = -Infinity;
  return (request, _response, next) => {
    if (TRUST_PROXY === 0 && request.headers['x-forwarded-for'] !== undefined) {
      ignored.inc();
      if (now() - toldAt >= REPEAT_MS) {
        toldAt = now();
        const from = request.socket.remoteAddress;
        logger.warn(
          { from },
          'X-Forwarded-For arrives, but TRUST_PROXY is not set: limits count the proxy as one client',
        );
      }
    }
    next();
  };
};
