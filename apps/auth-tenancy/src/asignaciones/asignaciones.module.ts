import { Module } from '@nestjs/common';
import { Assignables } from './assignables.js';
import { AsignacionesHandlers } from './asignaciones.handlers.js';
import { GrantsService } from './grants.service.js';

@Module({
  controllers: [AsignacionesHandlers],
  providers: [Assignables, GrantsService],
  exports: [Assignables, GrantsService],
})
export class AsignacionesModule {}
