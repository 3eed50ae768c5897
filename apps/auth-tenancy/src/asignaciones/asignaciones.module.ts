import { Module } from '@nestjs/common';
import { Asignables } from './asignables.js';
import { AsignacionesHandlers } from './asignaciones.handlers.js';
import { GrantsService } from './grants.service.js';

@Module({
  controllers: [AsignacionesHandlers],
  providers: [Asignables, GrantsService],
  exports: [Asignables, GrantsService],
})
export class AsignacionesModule {}
