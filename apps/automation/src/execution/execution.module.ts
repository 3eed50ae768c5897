import { Module } from '@nestjs/common';
import { ProgramasModule } from '../programas/programas.module.js';
import { StoredModule } from '../projection/stored.module.js';
import { PlanningModule } from '../turnos/planning.module.js';
import { TurnosModule } from '../turnos/turnos.module.js';
import { ActionsHandlers } from './actions.handlers.js';
import { ActionsService } from './actions.service.js';
import { DeviceTurnsService } from './device-turns.service.js';
import { MoveService } from './move.service.js';
import { OnceRepository } from './once.repository.js';
import { RenewalsService } from './renewals.service.js';
import { RunnerService } from './runner.service.js';
import { StopsService } from './stops.service.js';
import { TurnOrders } from './turn-orders.js';

/** What people and the service do with turns. */
@Module({
  imports: [StoredModule, PlanningModule, ProgramasModule, TurnosModule],
  controllers: [ActionsHandlers],
  providers: [
    OnceRepository,
    TurnOrders,
    ActionsService,
    MoveService,
    StopsService,
    DeviceTurnsService,
    RunnerService,
    RenewalsService,
  ],
})
export class ExecutionModule {}
