import { testDatabase } from '@acequia/testing';
import { createLogger } from '@acequia/service-kit';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { IngestConnection } from '../ingest/ingest-connection.js';
import { Writer } from '../ingest/writer.js';
import { MIGRATIONS } from '../migrations.js';
import { PartitionsService } from '../maintenance/partitions/partitions.service.js';
import { SCHEMA } from '../schema.js';

export const silent = createLogger({ service: 'telemetry-history', instance: 'test', level: 'silent' });

/** A migrated database for one test. */
export class TestHistory {
  private readonly connections: IngestConnection[] = [];

  private constructor(
    readonly url: string,
    readonly dataSource: DataSource,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start(): Promise<TestHistory> {
    const { url, drop } = await testDatabase();
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`CREATE SCHEMA ${SCHEMA}`);
    await client.end();
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      schema: SCHEMA,
      entities: [],
      migrations: MIGRATIONS,
      installExtensions: false,
      extra: { options: `-c search_path=${SCHEMA},public` },
    });
    await dataSource.initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    return new TestHistory(url, dataSource, drop);
  }

  async stop(): Promise<void> {
    for (const connection of this.connections) connection.close();
    await this.dataSource.destroy();
    await this.drop();
  }

  partitions(env = { RETENTION_DAYS: 36_500, RETENTION_ROLLUP_DAYS: 36_500 }): PartitionsService {
    return new PartitionsService(this.dataSource, env, silent);
  }

  writer(shards = 1): Writer {
    const connection = new IngestConnection(this.url, 'test writer');
    this.connections.push(connection);
    return new Writer(connection, shards);
  }

  query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.dataSource.query(text, values) as Promise<Row[]>;
  }
}
