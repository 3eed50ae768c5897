import { Module } from '@nestjs/common';
import { StoredModule } from '../projection/stored.module.js';
import { RetentionService } from './retention.service.js';
import { TurnosHandlers } from './turnos.handlers.js';
import { TurnosService } from './turnos.service.js';

@Module({
  imports: [StoredModule],
  controllers: [TurnosHandlers],
  providers: [TurnosService, RetentionService],
  exports: [TurnosService],
})
export class TurnosModule {}
