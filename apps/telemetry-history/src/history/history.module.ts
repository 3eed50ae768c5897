import { Bus } from '@acequia/bus';
import { provideGrants } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { AccesoService } from './acceso.service.js';
import { EncendidoService } from './encendido.service.js';
import { HistoryHandlers } from './history.handlers.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { SerieRepository } from './serie.repository.js';

@Module({
  controllers: [HistoryHandlers],
  providers: [
    provideGrants('telemetry-history', Bus),
    AccesoService,
    HistoryRepository,
    SerieRepository,
    HistoryService,
    EncendidoService,
  ],
  exports: [AccesoService, HistoryRepository],
})
export class HistoryModule {}
