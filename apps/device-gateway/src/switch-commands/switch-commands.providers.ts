import type { Provider } from '@nestjs/common';
import { BoardCourier } from './board-courier.js';
import { BloqueosService } from './bloqueos.service.js';
import { CommandOutcomes } from './command-outcomes.js';
import { CommandWatch } from './command-watch.js';
import { InterlockReader } from './interlock.reader.js';
import { InterlockWatch } from './interlock-watch.js';
import { MandosService } from './mandos.service.js';
import { OverdueWatch } from './overdue-watch.js';
import { SwitchCommandsService } from './switch-commands.service.js';
import { SwitchLedgerRepository } from './switch-ledger.repository.js';
import { TurnOffWatch } from './turn-off-watch.js';
import { SwitchOrders } from './switch-orders.service.js';

/** Everything of commands to switches that the service provides. */
export const SWITCH_COMMANDS: Provider[] = [
  SwitchLedgerRepository,
  BoardCourier,
  CommandOutcomes,
  CommandWatch,
  InterlockReader,
  SwitchOrders,
  OverdueWatch,
  TurnOffWatch,
  InterlockWatch,
  BloqueosService,
  MandosService,
  SwitchCommandsService,
];
