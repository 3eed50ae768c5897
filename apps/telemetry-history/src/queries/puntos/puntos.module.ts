import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { PuntosHandlers } from './puntos.handlers.js';
import { PuntosRepository } from './puntos.repository.js';
import { PuntosSeriesRepository } from './puntos-series.repository.js';
import { PuntosSeriesService } from './puntos-series.service.js';
import { PuntosService } from './puntos.service.js';

@Module({
  imports: [HistoryModule],
  controllers: [PuntosHandlers],
  providers: [PuntosRepository, PuntosSeriesRepository, PuntosSeriesService, PuntosService],
})
export class PuntosModule {}
