import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { GrantsReader, GuardNews, REDIS_VOLATILE } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AsignacionesService } from './asignaciones.service.js';

@Module({
  providers: [
    {
      provide: GrantsReader,
      inject: [REDIS_VOLATILE, Bus, GuardNews],
      useFactory: (redis: Redis, bus: Bus, news: GuardNews) =>
        new GrantsReader(
          redis,
          (usuario_id) => bus.call('asignaciones.de_usuario', { usuario_id }, sistema('inventory')),
          news,
        ),
    },
    AsignacionesService,
  ],
  exports: [AsignacionesService],
})
export class AsignacionesModule {}
