import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { DerivedModule } from '../derived/derived.module.js';
import { StoredModule } from '../projection/stored.module.js';
import { PlanningModule } from '../turnos/planning.module.js';
import { ClimaHandlers } from './clima.handlers.js';
import { MandosService } from './mandos.service.js';
import { ReglasService } from './reglas.service.js';
import { ServiceRulesService } from './service-rules.service.js';

@Module({
  imports: [StoredModule, AuditModule, PlanningModule, DerivedModule],
  controllers: [ClimaHandlers],
  providers: [ReglasService, MandosService, ServiceRulesService],
})
export class ClimaModule {}
