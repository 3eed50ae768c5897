import { Module } from '@nestjs/common';
import { AgendaService } from '../agenda/agenda.service.js';
import { PlanDelivery } from '../agenda/plan-delivery.service.js';
import { ControlService } from '../clima/control.service.js';
import { DerivedModule } from '../derived/derived.module.js';
import { StoredModule } from '../projection/stored.module.js';
import { DecisionsService } from './decisions.service.js';
import { InProgressRepository } from './in-progress.repository.js';
import { PlannerService } from './planner.service.js';

/** Turns from programs, and boards' agendas and rules from them. */
@Module({
  imports: [StoredModule, DerivedModule],
  providers: [PlannerService, InProgressRepository, DecisionsService, AgendaService, PlanDelivery, ControlService],
  exports: [PlannerService],
})
export class PlanningModule {}
