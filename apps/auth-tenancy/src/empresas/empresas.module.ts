import { Module } from '@nestjs/common';
import { AsignacionesModule } from '../asignaciones/asignaciones.module.js';
import { SesionesModule } from '../sessions/sesiones.module.js';
import { EmpresaPeople } from './empresa-people.js';
import { EmpresasHandlers } from './empresas.handlers.js';
import { EmpresasService } from './empresas.service.js';

@Module({
  imports: [AsignacionesModule, SesionesModule],
  controllers: [EmpresasHandlers],
  providers: [EmpresaPeople, EmpresasService],
  exports: [EmpresasService],
})
export class EmpresasModule {}
