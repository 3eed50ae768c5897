import { Module } from '@nestjs/common';
import { EnergiaModule } from '../energia/energia.module.js';
import { HistoryModule } from '../history/history.module.js';
import { DayRepository } from './day.repository.js';
import { DayService } from './day.service.js';
import { EpisodesRepository } from './episodes.repository.js';
import { PastHandlers } from './past.handlers.js';

@Module({
  imports: [HistoryModule, EnergiaModule],
  controllers: [PastHandlers],
  providers: [DayService, DayRepository, EpisodesRepository],
})
export class PastModule {}
