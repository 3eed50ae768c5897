import { Bus } from '@acequia/bus';
import { ENV, provideGrants } from '@acequia/service-kit';
import type { Provider } from '@nestjs/common';
import { LedgerRepository } from '../comandos/ledger.repository.js';
import { UsuarioNombres } from '../comandos/usuario-nombres.js';
import { Ledger } from '../comandos/ledger.service.js';
import type { GatewayEnv } from '../env.js';
import { AccountDirectory } from './account-directory.js';
import { AccountHealth } from './account-health.js';
import { AccountRunner } from './account-runner.js';
import { CloudClient } from './cloud/cloud-client.js';
import { CloudHttp } from './cloud/cloud-http.js';
import { CommandSender } from './command-sender.js';
import { DeviceAccess } from './device-access.js';
import { DeviceReadings } from './device-readings.js';
import { DeviceStateStore } from './device-state.store.js';
import { DispositivosService } from './dispositivos.service.js';
import { MeterAppender } from './meter-appender.js';
import { RoundScheduler } from './round-scheduler.js';
import { Turns } from './turns.js';
import { WatchStore } from './watch.store.js';

/** Everything of the relay cloud and of the command ledger that the service provides. */
export const RELAY_CLOUD: Provider[] = [
  // Not even for a moment remembered: a switch that was just taken from somebody must not move.
  provideGrants('device-gateway', Bus, { remembered: false }),
  {
    provide: CloudClient,
    inject: [ENV],
    useFactory: (env: GatewayEnv) => new CloudClient(new CloudHttp(env.RELAY_CLOUD_ALLOWED_HOSTS)),
  },
  LedgerRepository,
  UsuarioNombres,
  Ledger,
  AccountDirectory,
  AccountHealth,
  Turns,
  WatchStore,
  DeviceStateStore,
  MeterAppender,
  DeviceReadings,
  CommandSender,
  AccountRunner,
  RoundScheduler,
  DeviceAccess,
  DispositivosService,
];
