import { Module } from '@nestjs/common';
import { DispositivosModule } from '../dispositivos/dispositivos.module.js';
import { SwitchesModule } from '../switches/switches.module.js';
import { AsignablesHandlers } from './asignables.handlers.js';
import { AsignablesService } from './asignables.service.js';

@Module({
  imports: [DispositivosModule, SwitchesModule],
  controllers: [AsignablesHandlers],
  providers: [AsignablesService],
})
export class AsignablesModule {}
