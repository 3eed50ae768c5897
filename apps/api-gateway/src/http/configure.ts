import type { Server } from 'node:http';
import { constants } from 'node:zlib';
import { type Logger, LOGGER, METRICS } from '@acequia/service-kit';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import type { Registry } from 'prom-client';
import type { Env } from '../env.js';
import { docs } from '../docs/docs.js';
import { LiveIoAdapter } from '../live/live-io.adapter.js';
import { consoleFiles } from '../web/console.js';
import { compactJson } from './middleware/compact-json.js';
import { deadline } from './middleware/deadline.js';
import { warnOfUnknownProxy } from './middleware/forwarded.js';
import { noStore, securityHeaders } from './middleware/headers.js';
import { measure } from './middleware/measure.js';
import { refuseForeignOrigin } from '../origin.js';
import { trace } from './middleware/trace.js';

/** Longest time to receive a whole request and how often that is checked, ms: limits clients that send a byte at a time. */
const REQUEST_MS = 15_000;
const LOOK_MS = 1_000;
/** Longer than proxies keep an idle connection, so the proxy closes it first and no request is lost. ms */
const KEEP_ALIVE_MS = 65_000;
/** Bytes. A smaller answer fits in the first packets of a connection, so compressing it costs memory and a thread for no gain. */
const COMPRESS_FROM = 4_096;

/** For what is large or streams: half the time of the middling levels, for about as many bytes. */
const FAST = { level: 1, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } } };

/** Middleware of every request, in this order, before the routes. */
export const configureHttp = (app: NestExpressApplication, env: Env): void => {
  const logger = app.get<Logger>(LOGGER);
  Object.assign(app.getHttpServer() as Server, {
    headersTimeout: REQUEST_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: LOOK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  app.useWebSocketAdapter(new LiveIoAdapter(app, env));
  app.set('trust proxy', env.TRUST_PROXY);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');

  app.use(
    trace,
    measure(app.get<Registry>(METRICS), logger),
    warnOfUnknownProxy(env, app.get<Registry>(METRICS), logger),
    ...securityHeaders(env),
    compression({ threshold: COMPRESS_FROM, ...FAST }),
  );
  app.use('/api/docs', docs());
  app.use('/api', compactJson(COMPRESS_FROM), noStore, refuseForeignOrigin(env.PUBLIC_URL), deadline());
  const consola = consoleFiles(env.WEB_ROOT);
  if (consola) app.use(consola);
  else logger.warn({ WEB_ROOT: env.WEB_ROOT }, 'The console is not built: only the API is served');
};
