import type { EventEnvelope, Service } from '@acequia/contracts';
import type { RedisClient } from '../bus.options.js';
import { EVENT_FIELD, SIGNATURE_FIELD } from './event-keys.js';
import type { EventStream } from './event-stream.js';

type RawEntry = [id: string, fields: string[] | null];
type Pending = [id: string, consumer: string, idleMs: number, deliveries: number];

export interface EventEntry {
  id: string;
  event: EventEnvelope;
  /** 1 for the first attempt. */
  attempt: number;
}

/** An entry pending at another instance for this long, ms, is claimed: that instance died or hangs. */
const ABANDONED_MS = 5_000;
const LONGEST_BACKOFF_MS = 60_000;

/** Pause after a failed attempt; doubled with each attempt. */
const backoffMs = (attempt: number, firstMs: number): number =>
  Math.min(firstMs * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);

/** One instance as a member of a service's consumer group. Redis counts the attempts, so the count survives a crash. */
export class EventGroup {
  private readonly stream: string;

  constructor(
    private readonly events: EventStream,
    private readonly group: Service,
    private readonly me: string,
    private readonly redis: RedisClient,
    /** Called for an entry that this installation did not sign. */
    private readonly unsigned: () => Promise<void>,
  ) {
    this.stream = events.keys.stream;
  }

  /** Rejects with NOGROUP when Redis lost the group. */
  async read(connection: RedisClient, count: number, blockMs: number): Promise<EventEntry[]> {
    const reply = (await connection.xreadgroup(
      'GROUP',
      this.group,
      this.me,
      'COUNT',
      count,
      'BLOCK',
      blockMs,
      'STREAMS',
      this.stream,
      '>',
    )) as [string, RawEntry[]][] | null;
    return this.decode(reply?.[0]?.[1] ?? [], () => 1);
  }

  /** Claims failed entries whose pause is over and entries of dead instances; also says whether any entry is pending. */
  async claimDue(firstMs: number, count: number): Promise<{ due: EventEntry[]; pending: boolean }> {
    const pending = (await this.redis.xpending(this.stream, this.group, 'IDLE', firstMs, '-', '+', count)) as Pending[];
    const due = pending.filter(([, consumer, idle, deliveries]) => {
      const backoff = backoffMs(deliveries, firstMs);
      return idle >= (consumer === this.me ? backoff : Math.max(backoff, ABANDONED_MS));
    });
    const waiting = pending.length > 0;
    if (due.length === 0) return { due: [], pending: waiting };
    const attempts = new Map(due.map(([id, , , deliveries]) => [id, deliveries + 1]));
    // Claims only entries that are still idle: another instance may be claiming them as well.
    const claimed = (await this.claim(firstMs, ...attempts.keys())) as (RawEntry | null)[];
    const entries = claimed.filter((entry) => entry !== null);
    return { due: await this.decode(entries, (id) => attempts.get(id) ?? 1), pending: waiting };
  }

  /** This attempt does not count towards giving up. */
  async forgiveAttempt(id: string, attempt: number): Promise<void> {
    await this.claim(0, id, 'IDLE', 0, 'RETRYCOUNT', Math.max(1, attempt - 1), 'JUSTID');
  }

  /** Deletes this consumer unless it has pending entries; another instance claims those. */
  async leave(): Promise<void> {
    const pending = (await this.redis.xpending(this.stream, this.group, '-', '+', 1, this.me)) as Pending[];
    if (pending.length === 0) await this.redis.xgroup('DELCONSUMER', this.stream, this.group, this.me);
  }

  // ioredis's types accept XCLAIM only with all of its options at once, hence `call`.
  private claim(minIdleMs: number, ...rest: (string | number)[]): Promise<unknown> {
    return this.redis.call('XCLAIM', this.stream, this.group, this.me, minIdleMs, ...rest);
  }

  private async decode(entries: RawEntry[], attemptOf: (id: string) => number): Promise<EventEntry[]> {
    const known: EventEntry[] = [];
    for (const [id, fields] of entries) {
      const event = await this.parse(fields);
      if (event) known.push({ id, event, attempt: attemptOf(id) });
      // Deleted meanwhile, not an event, or not signed by this installation.
      else await this.redis.xack(this.stream, this.group, id);
    }
    return known;
  }

  private async parse(fields: string[] | null): Promise<EventEnvelope | null> {
    if (fields?.[0] !== EVENT_FIELD) return null;
    const json = fields[1] ?? '';
    if (this.events.isOurs(json, fields[2] === SIGNATURE_FIELD ? fields[3] : undefined)) return decode(json);
    await this.unsigned();
    return null;
  }
}

const decode = (json: string): EventEnvelope | null => {
  try {
    const event = JSON.parse(json) as Partial<EventEnvelope> | null;
    return typeof event?.name === 'string' && typeof event.entidad === 'string' ? (event as EventEnvelope) : null;
  } catch {
    return null;
  }
};
