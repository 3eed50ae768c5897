import { AppError, type EventEnvelope, type EventName, EVENTS, eventsFor, type Service } from '@acequia/contracts';
import type { BusLogger, RedisClient } from '../bus.options.js';
import type { BusMetrics } from '../metrics.js';
import { BLOCK_MS, type BusConnections, isGroupLost } from '../redis/connections.js';
import { Interruptible } from '../redis/interruptible.js';
import { pause } from '../redis/pause.js';
import { runsBesideAnother } from '../installation/instance-report.js';
import { EventGroup, type EventEntry } from './event-group.js';
import type { EventStream } from './event-stream.js';
import type { Inbox } from './inbox.js';

const MOST_PER_READ = 100;
/** With the backoff of EventGroup, about two minutes. */
const MOST_ATTEMPTS = 8;
export const EVENT_RETRY_MS = 1_000;
const OUTAGE_PAUSE_MS = 500;
/** Limits replays: a stranger who fills the stream must not make the producer append everything again and again. */
const REPLAY_EVERY_MS = 60_000;

/** How often a new handler looks whether instances without it still run. */
const NAMES_AGAIN_MS = 5_000;

/** Events of a producer that are addressed to a service. */
const namesFrom = (producer: Service, service: Service): EventName[] =>
  eventsFor(service)
    .filter((name) => EVENTS[name].productor === producer)
    .sort();

/** Handles one producer's events for one service: delivered at least once, effective once. */
export class EventConsumer {
  private readonly producer: Service;
  private readonly group: EventGroup;
  private reader: Interruptible | undefined;
  private loop: Promise<void> | undefined;
  private stopping = false;
  private compared = false;
  private namesAt = 0;
  private retryAt = 0;
  private replayAt = 0;

  constructor(
    private readonly service: Service,
    private readonly stream: EventStream,
    private readonly connections: BusConnections,
    private readonly inbox: Inbox,
    private readonly metrics: BusMetrics,
    private readonly logger: BusLogger,
    private readonly retryMs = EVENT_RETRY_MS,
  ) {
    this.producer = stream.producer;
    this.group = new EventGroup(stream, service, connections.incarnation, connections.durable, () => this.unsigned());
  }

  /** Does not wait for Redis, which may connect later. */
  start(): void {
    this.reader = new Interruptible(this.connections.blocking('durable'), this.connections.durable);
    this.loop = this.run(this.reader.connection);
  }

  /** Stops reading and waits for running handlers. */
  async stop(): Promise<void> {
    if (!this.reader || this.stopping) return;
    this.stopping = true;
    await this.reader.interrupt();
    await this.loop;
    await this.group.leave().catch(() => undefined);
    this.connections.close(this.reader.connection);
  }

  private async run(connection: RedisClient): Promise<void> {
    while (!this.stopping) {
      try {
        // While the database is away no event is read, so the outage uses up no attempts.
        await this.inbox.assertReady();
        if (!this.compared) await this.compare();
        if (Date.now() >= this.namesAt) await this.compareNames();
        if (Date.now() >= this.retryAt) await this.retry();
        const blockMs = Math.max(1, Math.min(BLOCK_MS, this.retryAt - Date.now()));
        await this.handle(await this.group.read(connection, MOST_PER_READ, blockMs));
      } catch (error) {
        await this.heal(error);
      }
    }
  }

  /** Asks for a replay when the database has handled less than Redis says was acknowledged: the database was restored or replaced. */
  private async compare(): Promise<void> {
    const remembered = await this.inbox.positionOf(this.producer);
    if (remembered !== null && remembered < (await this.stream.doneBy(this.service))) {
      this.logger.warn({ producer: this.producer, remembered }, 'the database forgot events: they are asked for again');
      await this.stream.askForReplay();
    }
    this.compared = true;
  }

  /**
   * An entry without a valid signature comes from a stranger, or from a version before events were signed. The producer is
   * asked to append everything again, so that no genuine event is lost.
   */
  private async unsigned(): Promise<void> {
    this.metrics.unsigned('event');
    if (Date.now() < this.replayAt) return;
    this.replayAt = Date.now() + REPLAY_EVERY_MS;
    this.logger.warn(
      { producer: this.producer },
      'Dropped events that were not signed with the key of this installation',
    );
    await this.stream.askForReplay();
  }

  /**
   * Asks for a replay when a handler is new: it missed earlier events, and the outbox keeps at least each entity's last one. Waits
   * until no instance without the handler is left: it is of the same group and would take its part of the replay.
   */
  private async compareNames(): Promise<void> {
    const names = namesFrom(this.producer, this.service);
    const known = await this.stream.handledBy(this.service);
    if (known !== names.join()) {
      const beside = await runsBesideAnother(this.connections.volatile, this.service).catch(() => true);
      if (beside) {
        this.namesAt = Date.now() + NAMES_AGAIN_MS;
        return;
      }
      const before = new Set(known?.split(','));
      if ((await this.inbox.positionOf(this.producer)) && names.some((name) => !before.has(name))) {
        this.logger.info({ producer: this.producer, names }, 'a handler is new: events are asked for again');
        await this.stream.askForReplay();
      }
      await this.stream.setHandled(this.service, names.join());
    }
    this.namesAt = Infinity;
  }

  /** Handles events that failed before and events left pending by a dead instance. */
  private async retry(): Promise<void> {
    const { due, pending } = await this.group.claimDue(this.retryMs, MOST_PER_READ);
    this.retryAt = Date.now() + (pending ? this.retryMs : BLOCK_MS);
    await this.handle(due);
    this.metrics.lag(this.producer, await this.stream.lag(this.service));
  }

  /** Handles all entries in one transaction; when one fails, each entry in its own transaction. */
  private async handle(entries: EventEntry[]): Promise<void> {
    if (entries.length === 0) return;
    try {
      const results = await this.inbox.handle(
        this.producer,
        entries.map(({ event }) => event),
      );
      const acted = entries.filter((_, at) => results[at] === 'acted');
      await this.stream.finish(
        this.service,
        entries.map(({ id }) => id),
        Math.max(0, ...acted.map(({ event }) => event.seq)),
      );
      results.forEach((result, at) => {
        if (result !== 'foreign') this.metrics.event(entries[at]!.event.name, result);
      });
    } catch (error) {
      if (entries.length === 1) return this.failed(entries[0]!, error);
      for (const entry of entries) await this.handle([entry]);
    }
  }

  private async failed({ id, event, attempt }: EventEntry, error: unknown): Promise<void> {
    // An outage of the database or of a called service does not count as an attempt of the event.
    await this.inbox.assertReady();
    const forgiven = error instanceof AppError && error.status === 503;
    if (forgiven) await this.group.forgiveAttempt(id, attempt);
    this.retryAt = Math.min(this.retryAt, Date.now() + this.retryMs);
    const about = { err: error, event: event.name, entidad: event.entidad, rev: event.rev, trace_id: event.trace_id };
    this.metrics.event(event.name, 'failed');
    if (forgiven || attempt < MOST_ATTEMPTS) {
      this.logger.warn({ ...about, attempt }, 'an event failed and will be tried again');
      return;
    }
    await this.stream.bury(this.service, id, JSON.stringify(event satisfies EventEnvelope), String(error));
    this.metrics.event(event.name, 'dead');
    this.metrics.deadLettered(this.producer);
    this.logger.error(about, 'an event was given up');
  }

  private async heal(error: unknown): Promise<void> {
    try {
      if (isGroupLost(error)) {
        if (await this.stream.join(this.service)) {
          this.logger.info({ producer: this.producer }, 'consumer group of events created');
        }
        return;
      }
      this.logger.debug({ err: error, producer: this.producer }, 'events wait');
    } catch {
      // Redis is away too; the loop tries again after the pause.
    }
    await pause(OUTAGE_PAUSE_MS);
  }
}
