import { Module } from '@nestjs/common';
import { DispositivosModule } from '../dispositivos/dispositivos.module.js';
import { SwitchesModule } from '../switches/switches.module.js';
import { AssignablesHandlers } from './assignables.handlers.js';
import { AssignablesService } from './assignables.service.js';

@Module({
  imports: [DispositivosModule, SwitchesModule],
  controllers: [AssignablesHandlers],
  providers: [AssignablesService],
})
export class AssignablesModule {}
