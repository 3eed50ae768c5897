import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { PartitionsHandlers } from './partitions.handlers.js';
import { PartitionsService } from './partitions.service.js';

@Module({
  imports: [DeletionModule],
  controllers: [PartitionsHandlers],
  providers: [PartitionsService],
  exports: [PartitionsService],
})
export class PartitionsModule {}
