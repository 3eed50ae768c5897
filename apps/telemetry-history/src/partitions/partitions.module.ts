import { Module } from '@nestjs/common';
import { BorradoModule } from '../deletion/borrado.module.js';
import { PartitionsHandlers } from './partitions.handlers.js';
import { PartitionsService } from './partitions.service.js';

@Module({
  imports: [BorradoModule],
  controllers: [PartitionsHandlers],
  providers: [PartitionsService],
  exports: [PartitionsService],
})
export class PartitionsModule {}
