import { Module } from '@nestjs/common';
import { HistoryModule } from '../queries/history/history.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { PartitionsModule } from '../maintenance/partitions/partitions.module.js';
import { ExportPlanner } from './export-planner.js';
import { ExportSessions } from './export-session.js';
import { ExportSlots } from './export-slots.js';
import { ExportWriter } from './export-writer.js';
import { ExportsController } from './exports.controller.js';

@Module({
  imports: [HistoryModule, IngestModule, PartitionsModule],
  controllers: [ExportsController],
  providers: [ExportPlanner, ExportSessions, ExportSlots, ExportWriter],
})
export class ExportsModule {}
