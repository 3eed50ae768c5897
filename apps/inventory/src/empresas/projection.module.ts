import { Module } from '@nestjs/common';
import { DispositivosModule } from '../dispositivos/dispositivos.module.js';
import { EnclavamientosModule } from '../enclavamientos/enclavamientos.module.js';
import { PlacasModule } from '../placas/placas.module.js';
import { SwitchesModule } from '../switches/switches.module.js';
import { CompanyErasure } from './company-erasure.js';
import { EmpresasModule } from './empresas.module.js';
import { ProjectionHandlers } from './projection.handlers.js';
import { UnconfirmedSweeper } from './unconfirmed-sweeper.js';

@Module({
  imports: [EmpresasModule, EnclavamientosModule, PlacasModule, SwitchesModule, DispositivosModule],
  controllers: [ProjectionHandlers],
  providers: [CompanyErasure, UnconfirmedSweeper],
})
export class ProjectionModule {}
