import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { GrantsReader, REDIS_VOLATILE } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AsignacionesService } from './asignaciones.service.js';

@Module({
  providers: [
    {
      provide: GrantsReader,
      inject: [REDIS_VOLATILE, Bus],
      useFactory: (redis: Redis, bus: Bus) =>
        new GrantsReader(redis, (usuario_id) =>
          bus.call('asignaciones.de_usuario', { usuario_id }, sistema('inventory')),
        ),
    },
    AsignacionesService,
  ],
  exports: [AsignacionesService],
})
export class AsignacionesModule {}
