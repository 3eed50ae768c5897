import { createServer, type Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Service } from '@acequia/contracts';
import type { NextFunction, Request, Response } from 'express';
import type { Registry } from 'prom-client';
import type { BaseEnv } from './config/env.js';
import { HealthService } from './http/health.service.js';
import { listenOn } from './http/listen-on.js';
import { notFound, operations } from './http/operations.js';
import { readTlsPair, TlsFiles } from './http/tls-files.js';
import { createLogger, type Logger } from './logger/logger.js';
import { NestLogger } from './logger/nest-logger.js';
import { Drain, exitOnFault, onStopSignal } from './shutdown.js';
import { LOGGER, METRICS } from './tokens.js';
import { startTracing } from './trace/start-tracing.js';
import { TRACE, traceIdFrom } from './trace/trace.js';
import { watchEventLoop } from './watchdog/watchdog.js';

export interface ServiceOptions {
  name: Service;
  module: Type | DynamicModule;
  env: BaseEnv;
  /** Transports to start before the HTTP listener, e.g. `(app) => [app.get(BusServer)]`. */
  strategies?: (app: NestExpressApplication) => CustomTransportStrategy[];
  /** Runs before any listener opens: prefixes, guards, adapters, static files. */
  configure?: (app: NestExpressApplication) => void | Promise<void>;
  /**
   * Absent: the app itself listens on INTERNAL_HOST:INTERNAL_PORT, with /health and /metrics beside its routes.
   * Given (api-gateway): the app listens here, and only a second, internal listener serves /health and /metrics.
   * `tls`: serves HTTPS with the certificate and key in these PEM files.
   */
  public?: { port: number; hosts: readonly string[]; tls?: { cert: string; key: string } | undefined };
  /** Largest JSON body in Express notation (default 256kb). Without it a public app parses bodies itself in `configure`. */
  body_limit?: string;
}

const BODY_LIMIT = '256kb';

/**
 * Starts a service and runs it until SIGTERM (its clients are given time to go to another instance) or SIGINT (all of it stops). A failed
 * start writes one log line and exits with 1.
 */
export const runService = async (options: ServiceOptions): Promise<NestExpressApplication> => {
  const { name, env } = options;
  const logger = createLogger({ service: name, instance: env.INSTANCE_ID, level: env.LOG_LEVEL });
  exitOnFault(logger);
  watchEventLoop(name, env.INSTANCE_ID, env.HANG_LIMIT_S, logger);
  // Before the start completes, a stop signal simply ends the process.
  let close = async (_signal: NodeJS.Signals): Promise<void> => undefined;
  onStopSignal(logger, (signal) => close(signal));
  try {
    const stopTracing = await startTracing(name, env, logger);
    const tls = options.public?.tls;
    const app = await NestFactory.create<NestExpressApplication>(options.module, {
      ...(tls && { httpsOptions: readTlsPair(tls) }),
      logger: new NestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    });
    const stop = await start(app, options);
    close = async (signal) => {
      await stop(signal === 'SIGTERM');
      await stopTracing();
    };
    logger.info({ http: urlOf(app.getHttpServer() as Server) }, 'Started');
    return app;
  } catch (error) {
    logger.fatal({ err: error }, 'Could not start');
    process.exit(1);
  }
};

/** @returns a function that closes everything started here. `handsOver`: as in {@link Drain.finish}. */
const start = async (
  app: NestExpressApplication,
  options: ServiceOptions,
): Promise<(handsOver: boolean) => Promise<void>> => {
  const { env } = options;
  const drain = new Drain(app.getHttpServer());
  app.disable('x-powered-by');
  if (!options.public) app.use(operations(app), withTraceId);
  const bodyLimit = options.body_limit ?? (options.public ? null : BODY_LIMIT);
  if (bodyLimit !== null) app.useBodyParser('json', { limit: bodyLimit });
  await options.configure?.(app);
  const strategies = options.strategies?.(app) ?? [];
  for (const strategy of strategies) app.connectMicroservice({ strategy }, { inheritAppConfig: true });
  await app.init();
  await app.startAllMicroservices();
  let stopListening = (): void => undefined;
  let internal: Server | undefined;
  if (options.public) {
    const unfollow = followCertificate(app, options.public.tls);
    const close = await listenOn(app.getHttpServer() as Server, options.public.port, options.public.hosts);
    // Second: a load balancer that reads /health must not get "ok" before the port is open.
    internal = await listenInternally(app, env);
    stopListening = () => (unfollow(), close());
  } else {
    await app.listen(env.INTERNAL_PORT, env.INTERNAL_HOST);
  }
  return async (handsOver) => {
    app.get(HealthService).leave();
    await drain.finish(handsOver, stopListening);
    internal?.close();
    internal?.closeAllConnections();
    // Before the hooks of app.close(): calls that still come need what those stop.
    await Promise.all(strategies.map((strategy) => strategy.close() as Promise<void>));
    await app.close();
  };
};

const followCertificate = (app: NestExpressApplication, files?: { cert: string; key: string }): (() => void) => {
  if (!files) return () => undefined;
  const server = app.getHttpServer() as HttpsServer;
  const context = { logger: app.get<Logger>(LOGGER), metrics: app.get<Registry>(METRICS) };
  return new TlsFiles(files, context).follow((pair) => server.setSecureContext(pair));
};

const urlOf = (server: Server): string => {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
};

const withTraceId = (request: Request, _response: Response, next: NextFunction): void => {
  TRACE.run(traceIdFrom(request.headers['x-request-id']), next);
};

const listenInternally = async (app: NestExpressApplication, env: BaseEnv): Promise<Server> => {
  const handle = operations(app);
  const server = createServer((request, response) => handle(request, response, () => notFound(request, response)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(env.INTERNAL_PORT, env.INTERNAL_HOST, resolve);
  });
  app.get<Logger>(LOGGER).info({ port: (server.address() as AddressInfo).port }, 'Internal listener started');
  return server;
};
