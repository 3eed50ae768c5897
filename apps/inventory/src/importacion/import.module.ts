import { Module } from '@nestjs/common';
import { EmpresasModule } from '../empresas/empresas.module.js';
import { PlacasModule } from '../placas/placas.module.js';
import { SwitchesModule } from '../switches/switches.module.js';
import { ImportHandlers } from './import.handlers.js';
import { ImportService } from './import.service.js';

/** Boards and switches of an imported file. */
@Module({
  imports: [EmpresasModule, PlacasModule, SwitchesModule],
  controllers: [ImportHandlers],
  providers: [ImportService],
})
export class ImportModule {}
