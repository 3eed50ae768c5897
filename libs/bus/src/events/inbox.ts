import { type EventEnvelope, EVENTS, isInAnyOrder, type Service } from '@acequia/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { BusTrace } from '../bus.options.js';
import { schemaOf } from './event-keys.js';

export type EventHandler = (event: EventEnvelope, tx: EntityManager | undefined) => Promise<unknown>;
export type EventHandlers = ReadonlyMap<string, EventHandler>;

/** Outcome of an event: `foreign` = not addressed to this service. */
export type EventResult = 'acted' | 'stale' | 'foreign';

/** Most earlier revisions that are waited for when a later one of an event in any order comes first. */
const MOST_OWED = 100;

/**
 * Runs events through their handlers and checks their revisions in the same transaction: an event acts when its revision is above its
 * entity's newest, or when it may come in any order and was overtaken. `<entidad>#<rev>` is a revision that is still owed.
 */
export class Inbox {
  private readonly schema: string;
  private readonly rememberRev: string;
  private readonly newestRev: string;
  private readonly oweRevs: string;
  private readonly settleRev: string;
  private readonly rememberPosition: string;

  constructor(
    service: Service,
    private readonly dataSource: DataSource | undefined,
    private readonly handlers: EventHandlers,
    private readonly trace: BusTrace,
  ) {
    this.schema = schemaOf(service);
    this.rememberRev = `INSERT INTO "${this.schema}".bus_inbox AS conocida (entidad, rev) VALUES ($1, $2)
      ON CONFLICT (entidad) DO UPDATE SET rev = excluded.rev WHERE conocida.rev < excluded.rev RETURNING rev`;
    this.newestRev = `INSERT INTO "${this.schema}".bus_inbox AS conocida (entidad, rev) VALUES ($1, 0)
      ON CONFLICT (entidad) DO UPDATE SET rev = conocida.rev RETURNING rev`;
    this.oweRevs = `INSERT INTO "${this.schema}".bus_inbox (entidad, rev)
      SELECT $1 || '#' || n, n FROM generate_series(greatest($2::integer + 1, $3::integer - ${MOST_OWED}), $3::integer - 1) AS n
      ON CONFLICT DO NOTHING`;
    this.settleRev = `WITH settled AS (DELETE FROM "${this.schema}".bus_inbox WHERE entidad = $1 RETURNING rev) SELECT rev FROM settled`;
    this.rememberPosition = `INSERT INTO "${this.schema}".bus_consumido AS hasta (productor, posicion) VALUES ($1, $2)
      ON CONFLICT (productor) DO UPDATE SET posicion = greatest(hasta.posicion, excluded.posicion)`;
  }

  /** Handles all events in the given order, or none when one fails. */
  async handle(producer: Service, events: readonly EventEnvelope[]): Promise<EventResult[]> {
    if (!events.some(({ name }) => this.handlers.has(name))) return events.map(() => 'foreign');
    if (!this.dataSource) return this.inTurn(events, undefined);
    return this.dataSource.transaction(async (tx) => {
      const results = await this.inTurn(events, tx);
      const highest = Math.max(0, ...events.filter((_, at) => results[at] === 'acted').map(({ seq }) => seq));
      // Last, to hold the row lock briefly: every instance writes this row.
      if (highest > 0) await tx.query(this.rememberPosition, [producer, highest]);
      return results;
    });
  }

  /** The highest position handled; 0 = none, null = no database to remember it. */
  async positionOf(producer: Service): Promise<number | null> {
    if (!this.dataSource) return null;
    const [row] = (await this.dataSource.query(
      `SELECT posicion FROM "${this.schema}".bus_consumido WHERE productor = $1`,
      [producer],
    )) as { posicion: string }[];
    return Number(row?.posicion ?? 0);
  }

  /** Rejects when the database is away, so that the caller does not count a failure against the event. */
  async assertReady(): Promise<void> {
    await this.dataSource?.query('SELECT 1');
  }

  private async inTurn(events: readonly EventEnvelope[], tx: EntityManager | undefined): Promise<EventResult[]> {
    const results: EventResult[] = [];
    for (const event of events) results.push(await this.one(event, tx));
    return results;
  }

  private async one(event: EventEnvelope, tx: EntityManager | undefined): Promise<EventResult> {
    const handler = this.handlers.get(event.name);
    if (!handler) return 'foreign';
    const data = EVENTS[event.name].data.parse(event.data) as EventEnvelope['data'];
    if (tx && !(await this.isNew(event, tx))) return 'stale';
    await this.trace.run(event.trace_id, () => handler({ ...event, data }, tx));
    return 'acted';
  }

  private async isNew({ name, entidad, rev }: EventEnvelope, tx: EntityManager): Promise<boolean> {
    if (isInAnyOrder(name)) {
      // Locks the row, so that two instances agree on what is owed.
      const [newest] = (await tx.query(this.newestRev, [entidad])) as { rev: number }[];
      const known = newest?.rev ?? 0;
      if (rev <= known) return ((await tx.query(this.settleRev, [`${entidad}#${rev}`])) as unknown[]).length > 0;
      await tx.query(this.oweRevs, [entidad, known, rev]);
    }
    return ((await tx.query(this.rememberRev, [entidad, rev])) as unknown[]).length > 0;
  }
}
