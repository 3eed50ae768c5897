import { BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule } from '@acequia/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { OverdueModule } from './commands/overdue/overdue.module.js';
import { DoorsModule } from './doors/doors.module.js';
import { GatewayMetricsModule } from './metrics.module.js';
import { MedidasModule } from './medidas/medidas.module.js';
import { ProteccionesModule } from './protecciones/protecciones.module.js';
import { OverviewModule } from './overview/overview.module.js';
import { RelayCloudModule } from './relay-cloud/relay-cloud.module.js';
import type { GatewayEnv } from './env.js';
import { MIGRATIONS } from './migrations.js';
import { SCHEMA } from './schema.js';

@Module({})
export class AppModule {
  static forRoot(env: GatewayEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'device-gateway', env }),
        DatabaseModule.forRoot({
          schema: SCHEMA,
          entities: [],
          migrations: MIGRATIONS,
        }),
        BusModule.forRootAsync(busParts('device-gateway', env)),
        GatewayMetricsModule,
        DoorsModule,
        OverviewModule,
        MedidasModule,
        ProteccionesModule,
        OverdueModule,
        RelayCloudModule,
      ],
    };
  }
}
