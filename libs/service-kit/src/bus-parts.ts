import type { Service } from '@acequia/contracts';
import type { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import type { BaseEnv } from './config/env.js';
import { HealthService } from './http/health.service.js';
import type { Logger } from './logger/logger.js';
import { LOGGER, METRICS, REDIS_DURABLE, REDIS_VOLATILE } from './tokens.js';
import { TRACE } from './trace/trace.js';
import type { RedisClient } from './redis/redis.js';

/**
 * The kit's parts as options for the bus's `forRootAsync`. Defined here because neither library imports the other. A service
 * without a database has no `dataSource`.
 */
export const busParts = (
  service: Service,
  {
    INSTANCE_ID,
    ACEQUIA_SECRET_KEY,
    ACEQUIA_SECRET_KEY_PREVIOUS,
  }: Pick<BaseEnv, 'INSTANCE_ID' | 'ACEQUIA_SECRET_KEY' | 'ACEQUIA_SECRET_KEY_PREVIOUS'>,
) => ({
  inject: [REDIS_DURABLE, REDIS_VOLATILE, LOGGER, METRICS, HealthService, { token: DataSource, optional: true }],
  useFactory: (
    durable: RedisClient,
    volatile: RedisClient,
    logger: Logger,
    registry: Registry,
    health: HealthService,
    dataSource?: DataSource,
  ) => ({
    service,
    instance: INSTANCE_ID,
    secret: ACEQUIA_SECRET_KEY,
    previousSecret: ACEQUIA_SECRET_KEY_PREVIOUS,
    durable,
    volatile,
    dataSource,
    trace: TRACE,
    logger,
    registry,
    health: () => health.assert(),
  }),
});
