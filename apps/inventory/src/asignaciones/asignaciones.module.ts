import { Bus } from '@acequia/bus';
import { provideGrants } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { AsignacionesService } from './asignaciones.service.js';

@Module({
  providers: [provideGrants('inventory', Bus), AsignacionesService],
  exports: [AsignacionesService],
})
export class AsignacionesModule {}
