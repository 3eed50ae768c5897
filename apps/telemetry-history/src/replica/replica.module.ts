import { ENV, LOGGER, type Logger, replicaDataSource } from '@acequia/service-kit';
import { Global, Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { HistoryEnv } from '../env.js';
import { SCHEMA } from '../schema.js';
import { Replica } from './replica.js';
import { ReplicaMetrics } from './replica.metrics.js';
import { ReplicaReader, TelemetryReader } from './telemetry-reader.js';

/** Token of the {@link Replica}; null without DATABASE_REPLICA_URL. */
export const REPLICA = Symbol('REPLICA');

/** Connections of checks to each server: one, and one more while the first hangs. */
const CHECKS = 2;

const replica = {
  provide: REPLICA,
  inject: [ENV, LOGGER],
  useFactory: (env: HistoryEnv, logger: Logger): Replica | null => {
    const { DATABASE_REPLICA_URL: standby, DATABASE_POOL, DATABASE_CONNECT_TIMEOUT_MS, INSTANCE_ID } = env;
    if (standby === undefined) return null;
    const application = `telemetry-history ${INSTANCE_ID} standby`;
    const make = (url: string, pool = CHECKS): DataSource =>
      replicaDataSource(
        { url, pool, connectTimeoutMs: DATABASE_CONNECT_TIMEOUT_MS, application, logger },
        { schema: SCHEMA },
      );
    return new Replica(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, standby, make, DATABASE_POOL, logger);
  },
};

const reader = {
  provide: TelemetryReader,
  inject: [DataSource, REPLICA, ReplicaMetrics],
  useFactory: (primary: DataSource, standby: Replica | null, metrics: ReplicaMetrics): TelemetryReader =>
    standby ? new ReplicaReader(primary, standby, metrics) : primary,
};

/** Where telemetry is read. */
@Global()
@Module({ providers: [ReplicaMetrics, replica, reader], exports: [REPLICA, TelemetryReader, ReplicaMetrics] })
export class ReplicaModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(REPLICA) private readonly replica: Replica | null,
    metrics: ReplicaMetrics,
  ) {
    if (replica) metrics.lag_s = () => replica.lag_ms / 1_000;
  }

  onApplicationBootstrap(): void {
    this.replica?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replica?.stop();
  }
}
