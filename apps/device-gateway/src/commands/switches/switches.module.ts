import { Module } from '@nestjs/common';
import { LineModule } from '../../line/line.module.js';
import { PlansModule } from '../../plans/plans.module.js';
import { PresenceModule } from '../../presence/presence.module.js';
import { RegistryModule } from '../../registry/registry.module.js';
import { StateModule } from '../../state/state.module.js';
import { InterlocksModule } from '../interlocks/interlocks.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { LockoutsModule } from '../lockouts/lockouts.module.js';
import { BoardCourier } from './board-courier.js';
import { CommandOutcomes } from './command-outcomes.js';
import { CommandWatch } from './command-watch.js';
import { OperationsService } from './operations.service.js';
import { SwitchCommandsHandlers } from './switch-commands.handlers.js';
import { SwitchCommandsService } from './switch-commands.service.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';
import { SwitchOrders } from './switch-orders.service.js';
import { TurnOffWatch } from './turn-off-watch.js';

/** Commands to switches, from the request to the board's report. */
@Module({
  imports: [
    RegistryModule,
    PlansModule,
    StateModule,
    PresenceModule,
    LineModule,
    LedgerModule,
    LockoutsModule,
    InterlocksModule,
  ],
  controllers: [SwitchCommandsHandlers],
  providers: [
    SwitchLedgerRepository,
    BoardCourier,
    CommandOutcomes,
    CommandWatch,
    SwitchOrders,
    TurnOffWatch,
    OperationsService,
    SwitchCommandsService,
  ],
  exports: [SwitchLedgerRepository, CommandOutcomes, SwitchOrders, OperationsService],
})
export class SwitchesModule {}
