import { type EventData, type EventName, EVENTS } from '@acequia/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager, QueryRunner } from 'typeorm';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { schemaOf } from './event-keys.js';

export interface OutboxEvent<N extends EventName> {
  /** `<entity>:<id>`. */
  entidad: string;
  /** Increases with every change of the entity, including its deletion. */
  rev: number;
  data: EventData<N>;
}

/** Stores a service's events in the same transaction as the changes they describe. */
@Injectable()
export class Outbox {
  private readonly insert: string;
  private readonly insertAll: string;
  private readonly empty: string;
  private readonly writing = new WeakSet<QueryRunner>();

  constructor(@Inject(BUS_OPTIONS) private readonly options: BusOptions) {
    const into = `INSERT INTO "${schemaOf(options.service)}".bus_outbox (name, entidad, rev, trace_id, data)`;
    this.insert = `${into} VALUES ($1, $2, $3, $4, $5)`;
    this.insertAll = `${into} SELECT $1, e.entidad, e.rev, $2, e.data FROM
      ROWS FROM (jsonb_to_recordset($3::jsonb) AS (entidad text, rev integer, data jsonb))
      WITH ORDINALITY AS e (entidad, rev, data, orden) ORDER BY e.orden`;
    // No service handles an event without a name.
    this.empty = `UPDATE "${schemaOf(options.service)}".bus_outbox SET name = '', entidad = '', rev = 0, data = '{}' WHERE entidad = ANY($1)`;
  }

  /**
   * The event exists exactly when the transaction of `tx` commits.
   * @throws outside of a transaction, when the data breaks the contract (fields it does not name are cut off), or when a query fails.
   */
  async emit<N extends EventName>(tx: EntityManager, name: N, event: OutboxEvent<N>): Promise<void> {
    if (!tx.queryRunner?.isTransactionActive) throw new Error(`${name} was emitted outside of a transaction`);
    const data = JSON.stringify(EVENTS[name].data.parse(event.data));
    await tx.query(this.insert, [name, event.entidad, event.rev, this.options.trace.current(), data]);
    this.writing.add(tx.queryRunner);
  }

  /** Like `emit`, for many events in order and in one statement: one round trip instead of one per event. */
  async emitAll<N extends EventName>(tx: EntityManager, name: N, events: readonly OutboxEvent<N>[]): Promise<void> {
    if (events.length === 0) return;
    if (!tx.queryRunner?.isTransactionActive) throw new Error(`${name} was emitted outside of a transaction`);
    const rows = events.map((event) => ({ ...event, data: EVENTS[name].data.parse(event.data) }));
    await tx.query(this.insertAll, [name, this.options.trace.current(), JSON.stringify(rows)]);
    this.writing.add(tx.queryRunner);
  }

  /**
   * Empties the events of entities that are gone for good and have no "eliminada": nobody needs to hear of them again. The rows stay until
   * pruning takes them, because the highest position may not vanish.
   */
  async forget(tx: EntityManager, entities: readonly string[]): Promise<void> {
    await tx.query(this.empty, [entities]);
  }

  /** Calls `committed` after each commit of a transaction that emitted. */
  onCommit(committed: () => void): void {
    this.options.dataSource?.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => {
        // Releasing a savepoint is not a commit.
        if (!queryRunner.isTransactionActive && this.writing.delete(queryRunner)) committed();
      },
    });
  }
}
