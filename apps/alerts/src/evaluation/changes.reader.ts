import { BusKeys } from '@acequia/bus';
import { type Change, Changes, CAMBIOS_CAMPO, CAMBIOS_FIRMA, cambiosStream } from '@acequia/contracts';
import { LOGGER, type Logger, REDIS_VOLATILE, type RedisClient } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

const MOST_PER_READ = 200;
/** A reader further behind than this skips to the present, ms. */
export const LAG_MS = 30_000;

const FORGOTTEN_LOOK_MS = 5_000;

export interface Read {
  cambios: Change[];
  /** The reader was too far behind, or Redis lost the stream: everything must be read again from the last-known state. */
  skipped: boolean;
}

/** Reads the stream of state changes of some partitions, from the present on. */
@Injectable()
export class ChangesReader {
  private readonly positions = new Map<number, string>();
  private readonly looked = new Map<number, number>();

  constructor(
    @Inject(REDIS_VOLATILE) private readonly redis: RedisClient,
    private readonly keys: BusKeys,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Starts at the end of the stream; the caller reads the state afterwards. */
  async start(partition: number): Promise<void> {
    const [last] = await this.redis.xrevrange(cambiosStream(partition), '+', '-', 'COUNT', 1);
    this.positions.set(partition, last?.[0] ?? '0-0');
  }

  stop(partition: number): void {
    this.positions.delete(partition);
  }

  /** Entries since the last call. Does not wait. */
  async read(partition: number, now: number): Promise<Read> {
    const position = this.positions.get(partition);
    if (position === undefined) return { cambios: [], skipped: false };
    const stream = cambiosStream(partition);
    const entries = await this.redis.xrange(stream, `(${position}`, '+', 'COUNT', MOST_PER_READ);
    const [first] = entries;
    if (!first) return { cambios: [], skipped: await this.wasForgotten(stream, partition, position, now) };
    if (now - msOf(first[0]) > LAG_MS && entries.length === MOST_PER_READ) {
      this.logger.warn({ partition, lag_ms: now - msOf(first[0]) }, 'too far behind: changes are skipped');
      await this.start(partition);
      return { cambios: [], skipped: true };
    }
    this.positions.set(partition, entries.at(-1)?.[0] ?? position);
    return { cambios: entries.flatMap(([, fields]) => this.parse(stream, fields)), skipped: false };
  }

  /** A Redis that restarted empty counts from lower ids. */
  private async wasForgotten(stream: string, partition: number, position: string, now: number): Promise<boolean> {
    if (now - (this.looked.get(partition) ?? 0) < FORGOTTEN_LOOK_MS) return false;
    this.looked.set(partition, now);
    const [last] = await this.redis.xrevrange(stream, '+', '-', 'COUNT', 1);
    if (position === '0-0' || (last && msOf(last[0]) >= msOf(position))) return false;
    this.positions.set(partition, '0-0');
    return true;
  }

  /** Entries without a valid signature of this installation are ignored. */
  private parse(stream: string, fields: string[]): Change[] {
    const text = fieldOf(fields, CAMBIOS_CAMPO) ?? '';
    if (!this.keys.signer.verify(stream, text, fieldOf(fields, CAMBIOS_FIRMA))) {
      this.logger.error({ stream }, 'a state change without our signature is left aside');
      return [];
    }
    try {
      return Changes.parse(JSON.parse(text));
    } catch (error) {
      this.logger.error({ err: error }, 'a state change could not be read');
      return [];
    }
  }
}

const msOf = (id: string): number => Number(id.split('-')[0]);
const fieldOf = (fields: readonly string[], name: string): string | undefined => {
  const at = fields.indexOf(name);
  return at < 0 ? undefined : fields[at + 1];
};
