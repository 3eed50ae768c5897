import type { EventEnvelope, EventName, Service } from '@acequia/contracts';
import type { DataSource } from 'typeorm';
import type { BusLogger } from '../bus.options.js';
import type { BusMetrics } from '../metrics.js';
import { schemaOf } from './event-keys.js';
import type { EventStream, Marker } from './event-stream.js';

const BATCH = 500;
/** Poll interval, ms: covers commits of other instances and a Redis that lost its stream; own commits wake the relay at once. */
const LOOK_EVERY_MS = 2_000;
const LOOK_AGAIN_MS = 50;
const TRIM_EVERY_MS = 5_000;
const FIRST_PRUNE_MS = 60_000;
const PRUNE_EVERY_MS = 3_600_000;
const KEPT_DAYS = 7;

interface OutboxState {
  epoch: string;
  /** Highest position assigned; null when there is none yet. */
  last: string | null;
  /** Rows without a position. */
  fresh: boolean;
}

interface OutboxRow {
  posicion: string;
  name: EventName;
  entidad: string;
  rev: number;
  at: Date;
  trace_id: string;
  data: EventEnvelope['data'];
}

const envelopeOf = ({ posicion, at, ...row }: OutboxRow): EventEnvelope => ({
  ...row,
  seq: Number(posicion),
  at: at.getTime(),
});

/**
 * Appends a service's outbox to its event stream, at least once. One instance at a time assigns positions. The fill marker is
 * stored beside the stream, so when Redis loses the stream it also loses the marker and the relay appends everything again.
 */
export class OutboxRelay {
  private readonly outbox: string;
  private readonly relay: string;
  private stopped = false;
  private nudged = false;
  private loop: Promise<void> | undefined;
  private wake: (() => void) | undefined;
  private trimAt = 0;
  private pruneAt = Date.now() + FIRST_PRUNE_MS;
  private troubled = false;

  constructor(
    service: Service,
    private readonly dataSource: DataSource,
    private readonly stream: EventStream,
    private readonly metrics: BusMetrics,
    private readonly logger: BusLogger,
  ) {
    this.outbox = `"${schemaOf(service)}".bus_outbox`;
    this.relay = `"${schemaOf(service)}".bus_relay`;
  }

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wake?.();
    await this.loop;
  }

  /** Wakes the relay after a commit. */
  nudge(): void {
    this.nudged = true;
    this.wake?.();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.nudged = false;
      let wait = LOOK_EVERY_MS;
      try {
        if (!(await this.pass())) wait = LOOK_AGAIN_MS;
        await this.tidy();
        this.troubled = false;
      } catch (error) {
        // Logged once per outage.
        if (!this.troubled) this.logger.warn({ err: error }, 'events cannot be relayed for now');
        this.troubled = true;
      }
      if (!this.nudged || this.troubled) await this.sleep(wait);
    }
  }

  private async sleep(ms: number): Promise<void> {
    if (this.stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }

  /** Resolves true when nothing is left to do, false when another instance holds the work. */
  private async pass(): Promise<boolean> {
    // Before the state: positions only rise, so an old marker is behind or loses to another relay, and never looks like a lost stream.
    const marker = await this.stream.marker();
    let state = await this.state();
    let complete = true;
    if (state.fresh) {
      complete = await this.givePositions();
      state = await this.state();
    }
    const last = state.last ?? '0';
    if (marker.epoch === state.epoch && marker.pos === last) return complete;
    const lost = marker.epoch !== state.epoch || marker.pos === '' || BigInt(marker.pos) > BigInt(last);
    if (lost) this.logger.info({ epoch: state.epoch }, 'the stream of events is new or was lost: it is filled again');
    return (await this.fill(marker, { epoch: state.epoch, pos: lost ? '0' : marker.pos })) && complete;
  }

  private async state(): Promise<OutboxState> {
    const [state] = (await this.dataSource.query(
      `SELECT epoch, (SELECT max(posicion) FROM ${this.outbox}) AS last,
              EXISTS (SELECT FROM ${this.outbox} WHERE posicion IS NULL) AS fresh FROM ${this.relay}`,
    )) as OutboxState[];
    if (!state) throw new Error(`${this.relay} is empty`);
    return state;
  }

  /** Numbers the committed rows in the order of writing. Resolves false when another instance holds the lock. */
  private givePositions(): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [lock] = (await tx.query('SELECT pg_try_advisory_xact_lock(hashtext($1), hashtext($2)) AS mine', [
        'bus_relay',
        this.relay,
      ])) as { mine: boolean }[];
      if (!lock?.mine) return false;
      await tx.query(
        `WITH base AS (SELECT coalesce(max(posicion), 0) AS n FROM ${this.outbox}),
              fresh AS (SELECT seq, row_number() OVER (ORDER BY seq) AS k FROM ${this.outbox} WHERE posicion IS NULL)
         UPDATE ${this.outbox} o SET posicion = base.n + fresh.k FROM base, fresh WHERE o.seq = fresh.seq`,
      );
      return true;
    });
  }

  /** Appends the rows after `from`. Resolves false when another instance did. */
  private async fill(marker: Marker, from: Marker): Promise<boolean> {
    let seen = marker;
    let at = from;
    for (;;) {
      const rows = (await this.dataSource.query(
        `SELECT posicion, name, entidad, rev, at, trace_id, data FROM ${this.outbox}
         WHERE posicion > $1 ORDER BY posicion LIMIT ${BATCH}`,
        [at.pos],
      )) as OutboxRow[];
      const next = { epoch: from.epoch, pos: rows.at(-1)?.posicion ?? at.pos };
      // Even an empty outbox sets the marker of its stream.
      if (rows.length > 0 || seen !== at) {
        if (!(await this.stream.append(seen, next, rows.map(envelopeOf)))) return false;
        this.metrics.relayed(rows.length);
      }
      if (rows.length < BATCH || this.stopped) return true;
      seen = at = next;
    }
  }

  private async tidy(): Promise<void> {
    const now = Date.now();
    if (now >= this.trimAt) {
      this.trimAt = now + TRIM_EVERY_MS;
      await this.stream.trim();
    }
    if (now < this.pruneAt) return;
    this.pruneAt = now + PRUNE_EVERY_MS;
    await this.prune();
  }

  /** Deletes old rows, but keeps the newest row of each entity so that a projection can always be rebuilt. */
  async prune(): Promise<void> {
    // The emptied rows of deleted entities share an empty name; only the newest may be the end of the stream.
    const isOld = `at < now() - interval '${KEPT_DAYS} days'`;
    await this.dataSource.query(
      `DELETE FROM ${this.outbox} WHERE entidad = '' AND ${isOld} AND posicion < (SELECT max(posicion) FROM ${this.outbox})`,
    );
    await this.dataSource.query(
      `DELETE FROM ${this.outbox} vieja
       WHERE posicion IS NOT NULL AND entidad <> '' AND ${isOld}
         AND EXISTS (SELECT FROM ${this.outbox} nueva
                     WHERE nueva.entidad = vieja.entidad AND nueva.posicion > vieja.posicion)`,
    );
  }
}
