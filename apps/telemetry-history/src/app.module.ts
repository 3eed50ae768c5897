import { BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import type { HistoryEnv } from './env.js';
import { ExportsModule } from './exports/exports.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { Energia1763800000000 } from './migrations/1763800000000-energia.js';
import { ActiveSwitches1764000000000 } from './migrations/1764000000000-active-switches.js';
import { ReadingsShards1764050000000 } from './migrations/1764050000000-readings-shards.js';
import { CounterPoints1764060000000 } from './migrations/1764060000000-counter-points.js';
import { Valores1764070000000 } from './migrations/1764070000000-valores.js';
import { PointNames1764080000000 } from './migrations/1764080000000-point-names.js';
import { ProjectionsModule } from './projections/projections.module.js';
import { QueriesModule } from './queries/queries.module.js';
import { ReplicaModule } from './replica/replica.module.js';
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
          migrations: [
            Inicial1763700000000,
            Energia1763800000000,
            ActiveSwitches1764000000000,
            ReadingsShards1764050000000,
            CounterPoints1764060000000,
            Valores1764070000000,
            PointNames1764080000000,
          ],
        }),
        BusModule.forRootAsync(busParts('telemetry-history', env)),
        ReplicaModule,
        IngestModule,
        ProjectionsModule,
        QueriesModule,
        ExportsModule,
        MaintenanceModule,
      ],
    };
  }
}
