import { type EventEnvelope, EVENTS, type Service } from '@acequia/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { BusTrace } from '../bus.options.js';
import { schemaOf } from './event-keys.js';

export type EventHandler = (event: EventEnvelope, tx: EntityManager | undefined) => Promise<unknown>;
export type EventHandlers = ReadonlyMap<string, EventHandler>;

/** Outcome of an event: `foreign` = not addressed to this service. */
export type EventResult = 'acted' | 'stale' | 'foreign';

/** Runs events through their handlers and checks their revisions in the same transaction. */
export class Inbox {
  private readonly schema: string;
  private readonly rememberRev: string;
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
    if (tx) {
      const news = (await tx.query(this.rememberRev, [event.entidad, event.rev])) as unknown[];
      if (news.length === 0) return 'stale';
    }
    await this.trace.run(event.trace_id, () => handler({ ...event, data }, tx));
    return 'acted';
  }
}
