import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { StoredModule } from '../projection/stored.module.js';
import { PlanningModule } from '../turnos/planning.module.js';
import { ProgramasHandlers } from './programas.handlers.js';
import { ProgramasService } from './programas.service.js';

@Module({
  imports: [StoredModule, AuditModule, PlanningModule],
  controllers: [ProgramasHandlers],
  providers: [ProgramasService],
  exports: [ProgramasService],
})
export class ProgramasModule {}
