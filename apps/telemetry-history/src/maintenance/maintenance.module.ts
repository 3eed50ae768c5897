import { Module } from '@nestjs/common';
import { DeletionModule } from './deletion/deletion.module.js';
import { MaintenanceHandlers } from './maintenance.handlers.js';
import { PartitionsModule } from './partitions/partitions.module.js';

/** The hourly maintenance of storage. */
@Module({ imports: [PartitionsModule, DeletionModule], controllers: [MaintenanceHandlers] })
export class MaintenanceModule {}
