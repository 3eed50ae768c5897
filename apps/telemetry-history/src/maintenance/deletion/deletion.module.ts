import { Module } from '@nestjs/common';
import { DeletionHandlers } from './deletion.handlers.js';
import { DeletionService } from './deletion.service.js';

@Module({ controllers: [DeletionHandlers], providers: [DeletionService], exports: [DeletionService] })
export class DeletionModule {}
