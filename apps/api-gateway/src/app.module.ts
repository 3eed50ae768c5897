import { BusModule } from '@acequia/bus';
import {
  HealthService,
  KitModule,
  type Logger,
  LOGGER,
  METRICS,
  REDIS_DURABLE,
  REDIS_VOLATILE,
  TRACE,
} from '@acequia/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import type { Env } from './env.js';
import { HttpModule } from './http/http.module.js';
import { LiveModule } from './live/live.module.js';

@Module({})
export class AppModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'api-gateway', env }),
        BusModule.forRootAsync({
          inject: [REDIS_DURABLE, REDIS_VOLATILE, LOGGER, METRICS, HealthService],
          useFactory: (durable: Redis, volatile: Redis, logger: Logger, registry: Registry, health: HealthService) => ({
            service: 'api-gateway',
            instance: env.INSTANCE_ID,
            durable,
            volatile,
            trace: TRACE,
            logger,
            registry,
            health: () => health.assert(),
          }),
        }),
        HttpModule,
        LiveModule,
      ],
    };
  }
}
