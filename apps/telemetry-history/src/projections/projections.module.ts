import { Module } from '@nestjs/common';
import { DeletionModule } from '../maintenance/deletion/deletion.module.js';
import { CableadoService } from './cableado.service.js';
import { DispositivosHandlers } from './dispositivos.handlers.js';
import { PointOwnersHandlers } from './point-owners.handlers.js';
import { EmpresasHandlers } from './empresas.handlers.js';
import { InventarioHandlers } from './inventory.handlers.js';
import { TenuresService } from './tenures.service.js';

/** Copies of other services' data: companies, boards, switches, devices, and who owned what when. */
@Module({
  imports: [DeletionModule],
  controllers: [EmpresasHandlers, InventarioHandlers, DispositivosHandlers, PointOwnersHandlers],
  providers: [CableadoService, TenuresService],
})
export class ProjectionsModule {}
