import { ENV } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { LedgerModule } from '../commands/ledger/ledger.module.js';
import type { GatewayEnv } from '../env.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { ChangesModule } from '../changes/changes.module.js';
import { MedidasModule } from '../medidas/medidas.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { AccountHealth } from './accounts/account-health.js';
import { AccountRunner } from './accounts/account-runner.js';
import { CloudMetrics } from './accounts/cloud-metrics.js';
import { CommandSender } from './accounts/command-sender.js';
import { RoundScheduler } from './accounts/round-scheduler.js';
import { AccountSlots } from './accounts/slots.js';
import { CloudClient } from './client/cloud-client.js';
import { CloudHttp } from './client/cloud-http.js';
import { DeviceFollower } from './devices/device-follower.js';
import { DeviceReadings } from './devices/device-readings.js';
import { DeviceStateStore } from './devices/device-state.store.js';
import { DispositivosHandlers } from './devices/dispositivos.handlers.js';
import { DispositivosService } from './devices/dispositivos.service.js';
import { MeterAppender } from './devices/meter-appender.js';
import { WatchStore } from './devices/watch.store.js';

/** Devices behind the vendor's cloud, read and commanded account by account. */
@Module({
  imports: [ChangesModule, RegistryModule, LedgerModule, IngestModule, MedidasModule],
  controllers: [DispositivosHandlers],
  providers: [
    {
      provide: CloudClient,
      inject: [ENV, CloudMetrics],
      useFactory: (env: GatewayEnv, metrics: CloudMetrics) =>
        new CloudClient(new CloudHttp(env.RELAY_CLOUD_ALLOWED_HOSTS), metrics.request),
    },
    AccountHealth,
    CloudMetrics,
    AccountSlots,
    WatchStore,
    DeviceStateStore,
    MeterAppender,
    DeviceFollower,
    DeviceReadings,
    CommandSender,
    AccountRunner,
    RoundScheduler,
    DispositivosService,
  ],
})
export class RelayCloudModule {}
