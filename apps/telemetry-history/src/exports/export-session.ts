import { ENV, LOGGER, type Logger, translateDatabaseError } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { DataSource } from 'typeorm';
import type { HistoryEnv } from '../env.js';
import type { Replica } from '../replica/replica.js';
import { REPLICA } from '../replica/replica.module.js';
import { SCHEMA } from '../schema.js';

const CONNECT_MS = 3_000;
/** Bytes of a piece that are held until it is whole; a larger piece that a standby breaks off ends its file. */
const HELD_BYTES = 16 * 1024 * 1024;

type Env = Pick<HistoryEnv, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'INSTANCE_ID'>;

/** Where an export reads: a connection of its own, not the pool's, because it may run long. */
type Reading = pg.Client & { processID: number };

/** Opens the sessions of exports, on the standby while it is fresh. */
@Injectable()
export class ExportSessions {
  constructor(
    private readonly primary: DataSource,
    @Inject(REPLICA) private readonly replica: Replica | null,
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param zona IANA name of the zone that times are written in */
  begin(zona: string): ExportSession {
    return new ExportSession(this.primary, this.replica, (url) => this.connect(url, zona), this.env, this.logger);
  }

  private async connect(url: string, zona: string): Promise<Reading> {
    const client = new pg.Client({
      connectionString: url,
      application_name: `telemetry-history ${this.env.INSTANCE_ID} export`,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      // Sorted rows are aggregated as they arrive; a hash aggregate would hold back the first row until the last one is read.
      options: `-c search_path=${SCHEMA},public -c statement_timeout=0 -c enable_hashagg=off -c TimeZone=${zona}`,
    });
    client.on('error', (error) => this.logger.warn({ err: error }, 'The connection of an export broke'));
    try {
      await client.connect();
    } catch (error) {
      throw translateDatabaseError(error);
    }
    return client as Reading;
  }
}

/** Reads the pieces of one file. A piece that the standby fails to give is read from the primary, and so is all that follows. */
export class ExportSession {
  private client: Reading | undefined;
  /** The pool of the server that `client` reads. */
  private server: DataSource;
  private cancelled = false;

  constructor(
    private readonly primary: DataSource,
    private readonly replica: Replica | null,
    private readonly connect: (url: string) => Promise<Reading>,
    private readonly env: Env,
    private readonly logger: Logger,
  ) {
    this.server = replica?.fresh ?? primary;
  }

  /** Connects, so that a file which cannot be read is refused before it begins. */
  async ready(): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      await this.leave(error);
      await this.ready();
    }
  }

  /** The rows of a SELECT as CSV. */
  async *copy(sql: string): AsyncGenerator<Buffer> {
    const held: Buffer[] = [];
    let given = false;
    try {
      const client = await this.open();
      const rows = client.query(copyTo(`COPY (${sql}) TO STDOUT WITH (FORMAT csv)`));
      // The failure that closes the connection is reported by whoever waits for the rows.
      rows.on('error', () => undefined);
      let bytes = 0;
      for await (const piece of rows as AsyncIterable<Buffer>) {
        held.push(piece);
        bytes += piece.length;
        // What has been given cannot be taken back, so the standby's rows are given once they are all here.
        given = !this.onStandby || bytes > HELD_BYTES;
        if (given) yield* held.splice(0);
      }
      given = true;
      yield* held;
    } catch (error) {
      if (given) throw error;
      await this.leave(error);
      yield* this.copy(sql);
    }
  }

  async hasRows(sql: string): Promise<boolean> {
    try {
      const { rows } = await (await this.open()).query<{ hay: boolean }>(`SELECT EXISTS (${sql}) AS hay`);
      return rows[0]!.hay;
    } catch (error) {
      await this.leave(error);
      return this.hasRows(sql);
    }
  }

  /** Stops what the server does for this session: nobody reads it any more. */
  async cancel(): Promise<void> {
    this.cancelled = true;
    if (!this.client) return;
    const asked = this.server.query('SELECT pg_cancel_backend($1)', [this.client.processID]);
    await (this.onStandby && this.replica ? this.replica.during(asked) : asked).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'An export that nobody reads could not be cancelled');
    });
  }

  async end(): Promise<void> {
    const ended = this.client?.end().catch(() => undefined);
    this.client = undefined;
    // A standby that hangs does not end the connection.
    if (!this.onStandby) await ended;
  }

  private get onStandby(): boolean {
    return this.server !== this.primary;
  }

  private async open(): Promise<Reading> {
    if (this.onStandby && this.replica?.fresh !== this.server) {
      await this.end();
      this.server = this.primary;
    }
    if (this.client) return this.client;
    const { replica } = this;
    if (!replica || !this.onStandby)
      return (this.client = await this.connect(this.env.DATABASE_DIRECT_URL ?? this.env.DATABASE_URL));
    const client = (this.client = await this.connect(replica.url));
    // A standby that falls silent would hold the file for as long as it is silent.
    const off = replica.onLost(() => void client.end().catch(() => undefined));
    client.once('end', off);
    return client;
  }

  /** Continues on the primary. @throws `error` when there is none, or when the reader has left */
  private async leave(error: unknown): Promise<void> {
    if (!this.onStandby || this.cancelled) throw error;
    this.logger.warn({ err: error }, 'The standby broke off an export: the primary goes on');
    await this.end();
    this.server = this.primary;
  }
}
