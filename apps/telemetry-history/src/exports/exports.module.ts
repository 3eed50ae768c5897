import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { PartitionsModule } from '../partitions/partitions.module.js';
import { ExportSlots } from './export-slots.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

@Module({
  imports: [HistoryModule, IngestModule, PartitionsModule],
  controllers: [ExportsController],
  providers: [ExportSlots, ExportsService],
})
export class ExportsModule {}
