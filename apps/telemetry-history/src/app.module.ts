import { BusModule, type BusOptions } from '@acequia/bus';
import {
  DatabaseModule,
  HealthService,
  KitModule,
  LOGGER,
  METRICS,
  REDIS_DURABLE,
  REDIS_VOLATILE,
  TRACE,
} from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EnergiaModule } from './energia/energia.module.js';
import { EmpresasModule } from './empresas/empresas.module.js';
import type { HistoryEnv } from './env.js';
import { ExportsModule } from './exports/exports.module.js';
import { HistoryModule } from './history/history.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { InventarioModule } from './inventario/inventario.module.js';
import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { Energia1763800000000 } from './migrations/1763800000000-energia.js';
import { SCHEMA } from './schema.js';

@Module({})
export class AppModule {
  static forRoot(env: HistoryEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'telemetry-history', env }),
        DatabaseModule.forRoot({
          schema: SCHEMA,
          entities: [],
          migrations: [Inicial1763700000000, Energia1763800000000],
        }),
        BusModule.forRootAsync({
          inject: [REDIS_DURABLE, REDIS_VOLATILE, DataSource, TRACE, LOGGER, METRICS, HealthService],
          useFactory: (
            durable: BusOptions['durable'],
            volatile: BusOptions['volatile'],
            dataSource: DataSource,
            trace: BusOptions['trace'],
            logger: BusOptions['logger'],
            registry: NonNullable<BusOptions['registry']>,
            health: HealthService,
          ): BusOptions => ({
            service: 'telemetry-history',
            instance: env.INSTANCE_ID,
            durable,
            volatile,
            dataSource,
            trace,
            logger,
            registry,
            health: () => health.assert(),
          }),
        }),
        IngestModule,
        InventarioModule,
        EmpresasModule,
        HistoryModule,
        ExportsModule,
        EnergiaModule,
      ],
    };
  }
}
