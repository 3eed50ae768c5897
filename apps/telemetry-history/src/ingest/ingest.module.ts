import { ENV, LOGGER, type Logger, REDIS_DURABLE } from '@acequia/service-kit';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import type { HistoryEnv } from '../env.js';
import { PartitionsModule } from '../partitions/partitions.module.js';
import { PartitionsService } from '../partitions/partitions.service.js';
import { Consumer } from './consumer.js';
import { IngestConnection } from './ingest-connection.js';
import { IngestMetrics } from './ingest.metrics.js';
import { Keeper } from './keeper.js';
import { ReadingsStream } from './readings-stream.js';
import { Writer } from './writer.js';

/** Longer than the wait of a blocking read: after this silence the connection is dead. */
const SOCKET_TIMEOUT_MS = 5_000;

/** Starts and stops the readings consumer with the application. */
@Injectable()
export class IngestRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly connection: IngestConnection;
  private readonly blocking: Redis;
  private readonly consumer: Consumer;

  constructor(
    @Inject(ENV) env: HistoryEnv,
    @Inject(REDIS_DURABLE) durable: Redis,
    @Inject(LOGGER) logger: Logger,
    metrics: IngestMetrics,
    partitions: PartitionsService,
  ) {
    this.connection = new IngestConnection(env.DATABASE_URL, `telemetry-history ${env.INSTANCE_ID} ingest`);
    this.blocking = durable.duplicate({ socketTimeout: SOCKET_TIMEOUT_MS });
    this.blocking.on('error', (error) => logger.debug({ err: error }, 'The connection that waits for readings broke'));
    const life = randomBytes(4).toString('hex');
    const stream = new ReadingsStream(durable, this.blocking, env.INSTANCE_ID, life);
    const writer = new Writer(this.connection);
    const keeperFor = (stopped: AbortSignal): Keeper => new Keeper(writer, partitions, metrics, logger, stopped);
    this.consumer = new Consumer(stream, keeperFor, metrics, logger);
  }

  onApplicationBootstrap(): void {
    this.consumer.start();
  }

  /** Runs before Redis and Postgres are closed, so that the current batch is still stored and confirmed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.consumer.stop();
    this.connection.close();
    this.blocking.disconnect();
  }
}

@Module({ imports: [PartitionsModule], providers: [IngestMetrics, IngestRunner], exports: [IngestMetrics] })
export class IngestModule {}
