import { Module } from '@nestjs/common';
import { AuditoriaModule } from '../auditoria/auditoria.module.js';
import { EmpresasModule } from '../empresas/empresas.module.js';
import { Credentials } from './credentials.js';
import { PlacasEvents } from './placas.eventos.js';
import { PlacasHandlers } from './placas.handlers.js';
import { PlacasRepository } from './placas.repository.js';
import { PlacasService } from './placas.service.js';

@Module({
  imports: [AuditoriaModule, EmpresasModule],
  controllers: [PlacasHandlers],
  providers: [Credentials, PlacasEvents, PlacasRepository, PlacasService],
  exports: [PlacasEvents, PlacasRepository, PlacasService],
})
export class PlacasModule {}
