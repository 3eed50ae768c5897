import type { OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { SCHEMA } from '../schema.js';

const CONNECT_MS = 3_000;
/** Statement timeout, ms: a statement this slow means that Postgres is stuck; the batch is tried again. */
const STATEMENT_MS = 30_000;
const LOCK_MS = 10_000;
/** Ends the transaction of a paused process, which would otherwise block the other writers. */
const IDLE_IN_TRANSACTION_MS = 5_000;
/** A connection without an answer for this long, ms, is dead. */
const ANSWER_MS = 60_000;

/** Several shards are written at once: PostgreSQL uses a core for each of them, and more connections than that only wait. */
const CONNECTIONS = 4;

interface TransactionOptions {
  /** The statement that begins it. */
  begin?: string;
  /** Once aborted, a transaction that still waits does not begin. */
  stopped?: AbortSignal | undefined;
}

/** A connection for ingest only: opened when needed, closed after any failure; runs one transaction at a time. */
export class IngestConnection {
  private client: pg.Client | undefined;
  /** Resolves when the transactions begun so far have ended. */
  private busy: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly answer_ms = ANSWER_MS,
  ) {}

  /** Runs `work` in a transaction. A failure rolls back and closes the connection, so no faulty state survives. */
  transaction<T>(
    work: (client: pg.Client) => Promise<T>,
    { begin = 'BEGIN', stopped }: TransactionOptions = {},
  ): Promise<T> {
    const ended = this.busy.then(() => {
      stopped?.throwIfAborted();
      return this.run(work, begin);
    });
    this.busy = ended.catch(() => undefined);
    return ended;
  }

  private async run<T>(work: (client: pg.Client) => Promise<T>, begin: string): Promise<T> {
    const client = (this.client ??= await this.open());
    try {
      await client.query(begin);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Closes the connection without waiting; the server rolls back. */
  close(): void {
    const client = this.client;
    this.client = undefined;
    void client?.end().catch(() => undefined);
  }

  private async open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: this.name,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: this.answer_ms,
      keepAlive: true,
      options: `-c search_path=${SCHEMA},public -c statement_timeout=${STATEMENT_MS} -c lock_timeout=${LOCK_MS} -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS} -c plan_cache_mode=force_generic_plan`,
    });
    client.on('error', () => {
      if (this.client === client) this.client = undefined;
    });
    await client.connect();
    return client;
  }
}

/** Connections that the shards of an instance share. */
export class IngestConnections implements OnApplicationShutdown {
  private readonly all: readonly IngestConnection[];
  private given = 0;

  constructor(
    private readonly url: string,
    private readonly name: string,
  ) {
    this.all = Array.from({ length: CONNECTIONS }, () => new IngestConnection(url, name));
  }

  next(): IngestConnection {
    return this.all[this.given++ % this.all.length]!;
  }

  /** Does Postgres answer a new connection, as a primary? */
  async isWritable(): Promise<boolean> {
    const probe = new IngestConnection(this.url, this.name, CONNECT_MS);
    try {
      await probe.transaction(async () => undefined, { begin: 'BEGIN READ WRITE' });
      return true;
    } catch {
      return false;
    } finally {
      probe.close();
    }
  }

  /** Ends what is under way. */
  close(): void {
    for (const connection of this.all) connection.close();
  }

  /** Runs after the consumer has stored its last batch. */
  onApplicationShutdown(): void {
    this.close();
  }
}
