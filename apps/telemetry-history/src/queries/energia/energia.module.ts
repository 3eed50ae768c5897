import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { EnergiaHandlers } from './energia.handlers.js';
import { EnergiaRepository } from './energia.repository.js';
import { EnergiaService } from './energia.service.js';

@Module({
  imports: [HistoryModule],
  controllers: [EnergiaHandlers],
  providers: [EnergiaRepository, EnergiaService],
  exports: [EnergiaService],
})
export class EnergiaModule {}
