import { Module } from '@nestjs/common';
import { AuditoriaModule } from '../auditoria/auditoria.module.js';
import { EmpresasModule } from '../empresas/empresas.module.js';
import { Credenciales } from './credenciales.js';
import { PlacasEventos } from './placas.eventos.js';
import { PlacasHandlers } from './placas.handlers.js';
import { PlacasRepository } from './placas.repository.js';
import { PlacasService } from './placas.service.js';

@Module({
  imports: [AuditoriaModule, EmpresasModule],
  controllers: [PlacasHandlers],
  providers: [Credenciales, PlacasEventos, PlacasRepository, PlacasService],
  exports: [PlacasService],
})
export class PlacasModule {}
