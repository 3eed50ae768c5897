import { Module } from '@nestjs/common';
import { AuditoriaModule } from '../auditoria/auditoria.module.js';
import { EmpresasModule } from '../empresas/empresas.module.js';
import { EnclavamientosEvents } from './enclavamientos.eventos.js';
import { EnclavamientosHandlers } from './enclavamientos.handlers.js';
import { EnclavamientosRepository } from './enclavamientos.repository.js';
import { EnclavamientosService } from './enclavamientos.service.js';

@Module({
  imports: [AuditoriaModule, EmpresasModule],
  controllers: [EnclavamientosHandlers],
  providers: [EnclavamientosEvents, EnclavamientosRepository, EnclavamientosService],
  exports: [EnclavamientosService],
})
export class EnclavamientosModule {}
