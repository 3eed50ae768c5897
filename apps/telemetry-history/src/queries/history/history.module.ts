import { Bus } from '@acequia/bus';
import { provideGrants } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { AccessService } from './access.service.js';
import { EncendidoService } from './encendido.service.js';
import { HistoryHandlers } from './history.handlers.js';
import { HistoryRepository } from './history.repository.js';
import { HistoryService } from './history.service.js';
import { SerieRepository } from '../series/series.repository.js';

@Module({
  controllers: [HistoryHandlers],
  providers: [
    provideGrants('telemetry-history', Bus),
    AccessService,
    HistoryRepository,
    SerieRepository,
    HistoryService,
    EncendidoService,
  ],
  exports: [AccessService, HistoryRepository, EncendidoService],
})
export class HistoryModule {}
