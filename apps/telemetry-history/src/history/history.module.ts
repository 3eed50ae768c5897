import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { GrantsReader, GuardNews, REDIS_VOLATILE } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AccesoService } from './acceso.service.js';
import { EncendidoService } from './encendido.service.js';
import { HistoryHandlers } from './history.handlers.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { SerieRepository } from './serie.repository.js';

@Module({
  controllers: [HistoryHandlers],
  providers: [
    {
      provide: GrantsReader,
      inject: [REDIS_VOLATILE, Bus, GuardNews],
      useFactory: (redis: Redis, bus: Bus, news: GuardNews) =>
        new GrantsReader(
          redis,
          (usuario_id) => bus.call('asignaciones.de_usuario', { usuario_id }, sistema('telemetry-history')),
          news,
        ),
    },
    AccesoService,
    HistoryRepository,
    SerieRepository,
    HistoryService,
    EncendidoService,
  ],
  exports: [AccesoService, HistoryRepository],
})
export class HistoryModule {}
