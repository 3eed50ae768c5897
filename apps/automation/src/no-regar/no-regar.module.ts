import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { StoredModule } from '../projection/stored.module.js';
import { PlanningModule } from '../turnos/planning.module.js';
import { NoRegarHandlers } from './no-regar.handlers.js';
import { NoRegarService } from './no-regar.service.js';

@Module({
  imports: [StoredModule, AuditModule, PlanningModule],
  controllers: [NoRegarHandlers],
  providers: [NoRegarService],
})
export class NoRegarModule {}
