import { ENV } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import type { HistoryEnv } from '../env.js';
import { PartitionsModule } from '../maintenance/partitions/partitions.module.js';
import { Consumer } from './consumer.js';
import { IngestConnection } from './ingest-connection.js';
import { IngestMetrics } from './ingest.metrics.js';
import { Keeper } from './keeper.js';
import { ReadingsStream } from './readings-stream.js';
import { Writer } from './writer.js';

const ingestConnection = {
  provide: IngestConnection,
  inject: [ENV],
  useFactory: ({ DATABASE_DIRECT_URL, DATABASE_URL, INSTANCE_ID }: HistoryEnv) =>
    new IngestConnection(DATABASE_DIRECT_URL ?? DATABASE_URL, `telemetry-history ${INSTANCE_ID} ingest`),
};

/** Moves readings from the stream to Postgres while the application runs. */
@Module({
  imports: [PartitionsModule],
  providers: [IngestMetrics, ingestConnection, ReadingsStream, Writer, Keeper, Consumer],
  exports: [IngestMetrics],
})
export class IngestModule {}
