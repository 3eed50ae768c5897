import { BusModule } from '@acequia/bus';
import { busParts, KitModule } from '@acequia/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
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
        BusModule.forRootAsync(busParts('api-gateway', env)),
        HttpModule,
        LiveModule,
      ],
    };
  }
}
