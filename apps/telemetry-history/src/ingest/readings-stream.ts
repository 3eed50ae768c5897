import { oldestEntry } from '@acequia/bus';
import { READINGS_FIELD, READINGS_GROUP, READINGS_STREAM } from '@acequia/contracts';
import { copyOf, type Logger, type RedisClient } from '@acequia/service-kit';

/** A stream entry that this consumer has read. */
export interface Entry {
  id: string;
  /** JSON of a ReadingBatch; undefined when the entry has none. */
  texto: string | undefined;
}

type RawEntry = [id: string, fields: string[] | null];

/** A consumer without a read or a sign of life for this long, ms, has died or is suspended. */
export const DEAD_MS = 3_000;
/** Entries taken over at once. */
const RELIEF = 64;
/** Longer than the wait of a blocking read: after this silence the connection is dead. */
const SOCKET_TIMEOUT_MS = 5_000;
const DEAD_LETTERS_STREAM = `${READINGS_STREAM}:descartadas`;
const DEAD_LETTERS_KEPT = 10_000;

/** True when the group is gone: Redis was flushed or restarted empty. */
const isGroupLost = (error: unknown): boolean => error instanceof Error && /^(NOGROUP|UNBLOCKED)/.test(error.message);

/** The consumer side of one stream of readings. Entries that were read stay pending in Redis until they are confirmed. */
export class ReadingsStream {
  /** A connection of its own, because its reads block in Redis. */
  private readonly blocking: RedisClient;
  /** Ids of the entries that this process has and did not confirm yet. */
  private readonly inHand = new Set<string>();

  /** @param run tells runs of one instance apart, so that entries of an earlier run are taken over at once */
  constructor(
    readonly name: string,
    private readonly redis: RedisClient,
    private readonly instance: string,
    private readonly run: string,
    logger: Logger,
  ) {
    this.blocking = copyOf(redis, { socketTimeout: SOCKET_TIMEOUT_MS });
    this.blocking.on('error', (error) => logger.debug({ err: error }, 'The connection that waits for readings broke'));
  }

  private get consumer(): string {
    return `${this.instance}/${this.run}`;
  }

  close(): void {
    this.blocking.disconnect();
  }

  /** Up to `count` undelivered entries; waits for the first at most `block_ms` (0: does not wait). */
  async read(count: number, block_ms: number): Promise<Entry[]> {
    return this.inGroup(async () => {
      const group = ['GROUP', READINGS_GROUP, this.consumer, 'COUNT', count] as const;
      const reply = (await (block_ms > 0
        ? this.blocking.xreadgroup(...group, 'BLOCK', block_ms, 'STREAMS', this.name, '>')
        : this.redis.xreadgroup(...group, 'STREAMS', this.name, '>'))) as [string, RawEntry[]][] | null;
      return this.receive(reply?.[0]?.[1] ?? []);
    });
  }

  /**
   * Takes over entries of other consumers, dead or suspended ones and earlier runs of this instance, and its own entries that it
   * never received because the answer of a read was lost. Also gives a sign of life.
   */
  async relieve(): Promise<Entry[]> {
    return this.inGroup(async () => {
      await this.giveSigns();
      const entradas: Entry[] = [];
      for (const { name, pending, idle } of await this.consumers()) {
        const anterior = name.startsWith(`${this.instance}/`);
        if (pending === 0 || (!anterior && idle < DEAD_MS)) continue;
        entradas.push(...(await this.take(name)));
      }
      return entradas;
    });
  }

  /** Removes entries that are stored in Postgres. */
  async confirm(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const results = await this.redis
      .multi()
      .xack(this.name, READINGS_GROUP, ...ids)
      .xdel(this.name, ...ids)
      .exec();
    const failed = results?.find(([error]) => error)?.[0];
    if (failed && !isGroupLost(failed)) throw failed;
    for (const id of ids) this.inHand.delete(id);
  }

  /** Adds a refused row or entry to the dead letters. */
  async discard(motivo: string, contenido: unknown): Promise<void> {
    const fields = { motivo, contenido: JSON.stringify(contenido), ts: String(Date.now()) };
    await this.redis.xadd(DEAD_LETTERS_STREAM, 'MAXLEN', '~', DEAD_LETTERS_KEPT, '*', ...Object.entries(fields).flat());
  }

  /** Leaves the group, unless this consumer still has pending entries. */
  async logOut(): Promise<void> {
    const self = (await this.consumers()).find(({ name }) => name === this.consumer);
    if (self?.pending === 0) await this.redis.xgroup('DELCONSUMER', this.name, READINGS_GROUP, this.consumer);
  }

  /** A claim for which no entry is old enough: it changes nothing, but Redis updates the time this consumer was last seen. */
  private async giveSigns(): Promise<void> {
    const never = Number.MAX_SAFE_INTEGER;
    await this.redis.xautoclaim(this.name, READINGS_GROUP, this.consumer, never, '0', 'COUNT', 1);
  }

  private async consumers(): Promise<{ name: string; pending: number; idle: number }[]> {
    const rows = (await this.redis.xinfo('CONSUMERS', this.name, READINGS_GROUP)) as unknown[][];
    return rows
      .map(toRecord)
      .map(({ name, pending, idle }) => ({ name: String(name), pending: Number(pending), idle: Number(idle) }));
  }

  private async take(from: string): Promise<Entry[]> {
    const pendingFor = from === this.consumer ? DEAD_MS : 0;
    const range = ['IDLE', pendingFor, '-', '+', RELIEF, from] as const;
    const waiting = (await this.redis.xpending(this.name, READINGS_GROUP, ...range)) as [string][];
    const ids = waiting.map(([id]) => id).filter((id) => !this.inHand.has(id));
    if (ids.length === 0) return [];
    const claimed = await this.redis.call('XCLAIM', this.name, READINGS_GROUP, this.consumer, pendingFor, ...ids);
    return this.receive(claimed as RawEntry[]);
  }

  private receive(raw: readonly RawEntry[]): Entry[] {
    const entries = toEntries(raw);
    for (const { id } of entries) this.inHand.add(id);
    return entries;
  }

  /** Creates the group when missing (at the start of the stream, so that nothing is skipped) and runs `work` once more. */
  private async inGroup<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isGroupLost(error) && !isNoStream(error)) throw error;
      await this.redis.xgroup('CREATE', this.name, READINGS_GROUP, '0', 'MKSTREAM').catch((reason: unknown) => {
        if (!(reason instanceof Error && reason.message.startsWith('BUSYGROUP'))) throw reason;
      });
      return work();
    }
  }
}

export interface Lag {
  /** Entries not read yet. */
  unread: number;
  /** Entries read and not confirmed. */
  unconfirmed: number;
  length: number;
  /** When the oldest entry came, ms; null = there is none. */
  since: number | null;
}

/** What waits in a stream; nothing where there is none. */
export const lagOf = async (redis: RedisClient, stream: string): Promise<Lag> => {
  const length = await redis.xlen(stream);
  if (length === 0) return { unread: 0, unconfirmed: 0, length, since: null };
  const since = await oldestEntry(redis, stream);
  const groups = (await redis.xinfo('GROUPS', stream)) as unknown[][];
  const group = groups.map(toRecord).find(({ name }) => name === READINGS_GROUP);
  const unconfirmed = Number(group?.['pending'] ?? 0);
  // After deletions Redis may not know the lag; then the entries that are not pending count.
  const unread = Number(group?.['lag'] ?? Math.max(0, length - unconfirmed));
  return { unread, unconfirmed, length, since };
};

const isNoStream = (error: unknown): boolean => error instanceof Error && /no such key/.test(error.message);

const toEntries = (entries: readonly RawEntry[]): Entry[] =>
  entries.map(([id, fields]) => {
    const at = fields?.indexOf(READINGS_FIELD) ?? -1;
    return { id, texto: at < 0 ? undefined : fields?.[at + 1] };
  });

const toRecord = (flat: unknown[]): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]));
