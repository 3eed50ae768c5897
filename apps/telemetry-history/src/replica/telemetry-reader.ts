import { sqlStateOf } from '@acequia/service-kit';
import { DataSource } from 'typeorm';
import type { ReplicaMetrics } from './replica.metrics.js';
import type { Replica } from './replica.js';

/** SQLSTATE of a statement that took too long: the primary would take as long. */
const TIMEOUT = '57014';

/**
 * Reads telemetry, from a standby when there is one. Never for what people change: owner, wiring and name of a switch are read from
 * the primary and become part of the query, so that a change is visible at once.
 */
export abstract class TelemetryReader {
  /** @returns the rows */
  abstract query<T>(sql: string, values?: unknown[]): Promise<T>;
}

/** Asks the standby while it is fresh; a query that fails there runs on the primary. */
export class ReplicaReader implements TelemetryReader {
  constructor(
    private readonly primary: DataSource,
    private readonly replica: Replica,
    private readonly metrics: ReplicaMetrics,
  ) {}

  async query<T>(sql: string, values?: unknown[]): Promise<T> {
    const standby = this.replica.fresh;
    if (standby) {
      try {
        const rows = await this.replica.during(standby.query<T>(sql, values));
        this.metrics.reads.inc({ servidor: 'replica' });
        return rows;
      } catch (error) {
        if (sqlStateOf((error as Error).cause) === TIMEOUT) throw error;
      }
    }
    this.metrics.reads.inc({ servidor: 'primario' });
    return this.primary.query<T>(sql, values);
  }
}
