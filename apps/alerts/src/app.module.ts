import { BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import type { AlertsEnv } from './env.js';
import { SCHEMA } from './schema.js';

@Module({})
export class AppModule {
  static forRoot(env: AlertsEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'alerts', env }),
        DatabaseModule.forRoot({ schema: SCHEMA, entities: [], migrations: [] }),
        BusModule.forRootAsync(busParts('alerts', env)),
      ],
    };
  }
}
