import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import { BUS_OPTIONS, type BusOptions } from './bus.options.js';
import { BusServer } from './bus.server.js';
import { Bus } from './calls/bus.js';
import { Outbox } from './events/outbox.js';
import { JobQueues } from './jobs/job-queues.js';
import { LiveBus } from './live/live-bus.js';
import { Signals } from './live/signals.js';
import { BusKeys } from './keys/bus-keys.js';
import { BusMetrics } from './metrics.js';
import { BusConnections } from './redis/connections.js';
import { InstanceReport } from './installation/instance-report.js';
import { SystemState } from './installation/system-state.js';

export interface BusModuleOptions {
  inject?: NonNullable<FactoryProvider['inject']>;
  // `never[]`: each service injects its own tokens, so the factory's parameters differ.
  useFactory: (...args: never[]) => BusOptions | Promise<BusOptions>;
}

/** Global module: import it once per service. */
@Module({})
export class BusModule {
  static forRootAsync(options: BusModuleOptions): DynamicModule {
    const parts = [Bus, BusServer, Outbox, LiveBus, Signals, JobQueues, InstanceReport, SystemState];
    return {
      module: BusModule,
      global: true,
      providers: [
        {
          provide: BUS_OPTIONS,
          inject: options.inject ?? [],
          useFactory: options.useFactory as (...args: unknown[]) => BusOptions | Promise<BusOptions>,
        },
        BusKeys,
        BusConnections,
        {
          provide: BusMetrics,
          inject: [BUS_OPTIONS],
          useFactory: (bus: BusOptions): BusMetrics => new BusMetrics(bus.registry),
        },
        ...parts,
      ],
      exports: [BUS_OPTIONS, BusKeys, ...parts],
    };
  }
}
