import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import type { Service } from '@acequia/contracts';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { BaseEnv } from './config/env.js';
import { EveryRunner } from './every.js';
import { watchClock } from './http/clock-metrics.js';
import { measureDisks } from './http/disk-metrics.js';
import { HealthService } from './http/health.service.js';
import { createLogger, type Logger } from './logger/logger.js';
import { closeRedis, createRedis, type RedisClient } from './redis/redis.js';
import { SecretBox } from './secrets/secret-box.js';
import { GuardNews } from './session/guard-news.js';
import { ENV, LOGGER, METRICS, REDIS_DURABLE, REDIS_VOLATILE } from './tokens.js';
import { TRACE } from './trace/trace.js';

export interface KitOptions {
  service: Service;
  env: BaseEnv;
}

/** Each look at the event loop's delay wakes the process: a hundred a second, the default, were most of what a process without work took. */
const LAG_LOOK_MS = 50;

const createRegistry = ({ service, env }: KitOptions): Registry => {
  const registry = new Registry();
  registry.setDefaultLabels({ service, instance: env.INSTANCE_ID });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_LOOK_MS });
  measureDisks(registry, env.DISK_PATHS);
  return registry;
};

/** Global providers of every service: ENV, LOGGER, METRICS, REDIS_DURABLE, REDIS_VOLATILE, TRACE, SecretBox, GuardNews, HealthService. */
@Module({})
export class KitModule implements OnApplicationShutdown {
  private readonly stopWatchingClock: () => void;

  constructor(
    @Inject(REDIS_DURABLE) private readonly durable: RedisClient,
    @Inject(REDIS_VOLATILE) private readonly volatile: RedisClient,
    @Inject(METRICS) private readonly registry: Registry,
    @Inject(GuardNews) private readonly news: GuardNews,
    @Inject(HealthService) health: HealthService,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.stopWatchingClock = watchClock(registry, (jump_ms) => logger.warn({ jump_ms }, 'The clock jumped'));
    for (const [name, redis] of this.servers()) {
      health.add(name, async () => {
        await redis.ping();
      });
    }
  }

  static forRoot(options: KitOptions): DynamicModule {
    const { service, env } = options;
    const oneServer = env.REDIS_URL === env.REDIS_VOLATILE_URL;
    return {
      module: KitModule,
      global: true,
      imports: [DiscoveryModule, TerminusModule.forRoot({ logger: false })],
      providers: [
        EveryRunner,
        HealthService,
        { provide: ENV, useValue: env },
        {
          provide: LOGGER,
          useFactory: () => createLogger({ service, instance: env.INSTANCE_ID, level: env.LOG_LEVEL }),
        },
        { provide: METRICS, useFactory: () => createRegistry(options) },
        {
          provide: REDIS_DURABLE,
          inject: [LOGGER],
          useFactory: (logger: Logger) => createRedis(env.REDIS_URL, oneServer ? 'redis' : 'redis_durable', logger),
        },
        {
          provide: REDIS_VOLATILE,
          inject: [REDIS_DURABLE, LOGGER],
          useFactory: (durable: RedisClient, logger: Logger) =>
            oneServer ? durable : createRedis(env.REDIS_VOLATILE_URL, 'redis_volatile', logger),
        },
        { provide: GuardNews, inject: [REDIS_VOLATILE], useFactory: (redis: RedisClient) => new GuardNews(redis) },
        { provide: TRACE, useValue: TRACE },
        {
          provide: SecretBox,
          useFactory: () => new SecretBox(env.ACEQUIA_SECRET_KEY, env.ACEQUIA_SECRET_KEY_PREVIOUS),
        },
      ],
      exports: [ENV, LOGGER, METRICS, REDIS_DURABLE, REDIS_VOLATILE, TRACE, SecretBox, GuardNews, HealthService],
    };
  }

  /** Runs in the last phase of a shutdown, when the users of these connections have stopped. */
  async onApplicationShutdown(): Promise<void> {
    this.stopWatchingClock();
    this.news.close();
    await Promise.all(this.servers().map(([, redis]) => closeRedis(redis)));
    this.registry.clear();
  }

  private servers(): [string, RedisClient][] {
    return this.durable === this.volatile
      ? [['redis', this.durable]]
      : [
          ['redis_durable', this.durable],
          ['redis_volatile', this.volatile],
        ];
  }
}
