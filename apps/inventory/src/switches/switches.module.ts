import { Module } from '@nestjs/common';
import { AsignacionesModule } from '../asignaciones/asignaciones.module.js';
import { AuditoriaModule } from '../auditoria/auditoria.module.js';
import { DispositivosModule } from '../dispositivos/dispositivos.module.js';
import { EmpresasModule } from '../empresas/empresas.module.js';
import { EnclavamientosModule } from '../enclavamientos/enclavamientos.module.js';
import { PlacasModule } from '../placas/placas.module.js';
import { BatchService } from './batch.service.js';
import { SwitchesEvents } from './switches.eventos.js';
import { SwitchesHandlers } from './switches.handlers.js';
import { SwitchesRepository } from './switches.repository.js';
import { SwitchesService } from './switches.service.js';

@Module({
  imports: [
    AsignacionesModule,
    AuditoriaModule,
    DispositivosModule,
    EmpresasModule,
    EnclavamientosModule,
    PlacasModule,
  ],
  controllers: [SwitchesHandlers],
  providers: [BatchService, SwitchesEvents, SwitchesRepository, SwitchesService],
  exports: [BatchService, SwitchesEvents, SwitchesRepository, SwitchesService],
})
export class SwitchesModule {}
