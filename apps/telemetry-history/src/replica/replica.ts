import { AppError } from '@acequia/contracts';
import { type Logger, Recurring } from '@acequia/service-kit';
import type { DataSource } from 'typeorm';
import { LateDataSource } from './late-data-source.js';
import { positionOf, Replayed } from './wal.js';

/** A standby that lags more than this, ms, is not asked. */
const MAX_LAG_MS = 3_000;
const CHECK_MS = 1_000;
/** A server that does not answer a check for this long, ms, is away. */
const ANSWER_MS = 1_500;

const STORED = 'SELECT pg_current_wal_flush_lsn()::text AS lsn, (SELECT system_identifier FROM pg_control_system())';
const REPLAYED =
  'SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS lsn, (SELECT system_identifier FROM pg_control_system())';

interface Stored {
  lsn: string;
  system_identifier: string;
}
interface Answer extends Stored {
  standby: boolean;
}

/**
 * A standby of PostgreSQL, and whether it may be asked: only while it is known to have all that the primary had stored a moment ago.
 * A standby that was promoted, or that belongs to another primary, is not asked.
 */
export class Replica {
  private readonly replayed = new Replayed();
  private readonly checks: Recurring;
  /** What still waits for an answer of the standby. */
  private readonly waiting = new Set<(reason: AppError) => void>();
  /** Checks have connections of their own: a check that waited behind charts would find both servers away when they are busy. */
  private readonly primary: LateDataSource;
  private readonly standby: LateDataSource;
  private readonly readers: LateDataSource;
  /** What was last logged. */
  private asked: boolean | undefined;

  /** @param make a DataSource of a server, not opened yet; without `pool` for checks only */
  constructor(
    primary: string,
    readonly url: string,
    make: (url: string, pool?: number) => DataSource,
    pool: number,
    private readonly logger: Logger,
  ) {
    this.primary = new LateDataSource(() => make(primary));
    this.standby = new LateDataSource(() => make(url));
    this.readers = new LateDataSource(() => make(url, pool));
    this.checks = new Recurring(
      () => this.check(),
      (error) => this.doubt(error),
    );
  }

  start(): void {
    this.checks.now();
    this.checks.start(CHECK_MS);
  }

  async stop(): Promise<void> {
    await this.checks.stop();
    this.doubt(new Error('The service stops'));
    // A standby that hangs does not end the connection.
    await inTime(Promise.all([this.primary, this.standby, this.readers].map((one) => one.close()))).catch(
      () => undefined,
    );
  }

  /** How far the standby is behind, ms; Infinity when it is not known. */
  get lag_ms(): number {
    return performance.now() - this.replayed.until;
  }

  /** The standby, when it may be asked. */
  get fresh(): DataSource | undefined {
    return this.lag_ms <= MAX_LAG_MS ? this.readers.opened : undefined;
  }

  /** Calls `lost` when the standby turns out to be away. @returns what ends that */
  onLost(lost: (reason: AppError) => void): () => void {
    this.waiting.add(lost);
    return () => void this.waiting.delete(lost);
  }

  /** The answer of `work`, which asks the standby. @throws as soon as the standby is away, though `work` may wait for long */
  during<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const off = this.onLost(reject);
      void work.then(resolve, reject).finally(off);
    });
  }

  /** Asks the standby nothing more until a check finds it well: it has failed. */
  doubt(error: unknown): void {
    this.replayed.forget();
    const reason = new AppError('servicio_no_disponible', { cause: error });
    for (const lost of this.waiting) lost(reason);
    this.tell(error);
  }

  private async check(): Promise<void> {
    const stored = await this.stored().catch((cause: unknown) => {
      // Without an answer of the primary its last one counts, for as long as a standby may lag.
      if (!this.fresh) this.tell(new Error('The primary does not answer a check', { cause }));
    });
    if (!stored) return;
    const [answer] = (await inTime(this.ask())) as [Answer];
    if (!answer.standby) throw new Error('It is no standby');
    if (answer.system_identifier !== stored.system_identifier) throw new Error('It belongs to another primary');
    this.replayed.note(stored.at, positionOf(stored.lsn), positionOf(answer.lsn));
    if (this.fresh) this.tell();
    else this.tell(new Error('It lags'));
  }

  private async stored(): Promise<Stored & { at: number }> {
    const at = performance.now();
    const [stored] = (await inTime(this.primary.open().then((primary) => primary.query(STORED)))) as [Stored];
    return { ...stored, at };
  }

  private async ask(): Promise<unknown> {
    await this.readers.open();
    return (await this.standby.open()).query(REPLAYED);
  }

  /** Logs when the standby begins or ceases to be asked. */
  private tell(error?: unknown): void {
    if (this.asked === (error === undefined)) return;
    this.asked = error === undefined;
    if (this.asked) this.logger.info('History is read from the standby');
    else this.logger.warn({ err: error }, 'History is read from the primary: the standby is not to be asked');
  }
}

const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer to a check')), ANSWER_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};
