import { ENV } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import type { HistoryEnv } from '../env.js';
import { PartitionsModule } from '../maintenance/partitions/partitions.module.js';
import { Consumer } from './consumer.js';
import { IngestConnections } from './ingest-connection.js';
import { IngestMetrics } from './ingest.metrics.js';
import { Registration } from './registration.js';

const ingestConnections = {
  provide: IngestConnections,
  inject: [ENV],
  useFactory: ({ DATABASE_DIRECT_URL, DATABASE_URL, INSTANCE_ID }: HistoryEnv) =>
    new IngestConnections(DATABASE_DIRECT_URL ?? DATABASE_URL, `telemetry-history ${INSTANCE_ID} ingest`),
};

/** Moves readings from their streams to Postgres while the application runs. */
@Module({
  imports: [PartitionsModule],
  providers: [IngestMetrics, ingestConnections, Registration, Consumer],
  exports: [IngestMetrics],
})
export class IngestModule {}
