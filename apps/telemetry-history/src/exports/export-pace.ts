import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Size of a piece while the machine is busy: about 10 ms of Postgres's work. */
const MORSEL_BYTES = 256 * 1024;
/** Size of a piece while the machine is not busy. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** How long a file is sent at full speed before the next pause, ms. */
const STRETCH_MS = 2_000;
const REST_MS = 250;
/** Busy share of the cores' time from which on the machine counts as busy. */
const BUSY = 0.6;
/** Readings per second from which on boards count as the cause of the load. */
const BOARDS_SPEAK = 500;

interface CoreTime {
  busy: number;
  all: number;
}

/** Time of all cores since the machine started, ms. */
const coreTime = (): CoreTime => {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle);
  return { busy: all - idle, all };
};

/**
 * Paces one long export. It pauses now and then and measures the load of other work meanwhile. On an idle machine the file is
 * then sent at full speed, on a busy one in small pieces, so that boards get their acknowledgements and people their screens. A low
 * process priority would not help, because Postgres does most of the work. While boards are quiet the export does not hold back:
 * the operating system shares out other load.
 */
export class ExportPace {
  private left = MORSEL_BYTES;
  private freeUntil = 0;

  /** @param stored number of rows that this process has stored for boards so far */
  constructor(
    private readonly stored: () => number,
    private readonly cores: () => CoreTime = coreTime,
  ) {}

  /** Size of the next piece, bytes. */
  get piece(): number {
    return this.free ? PIECE_BYTES : MORSEL_BYTES;
  }

  /** Call after sending a piece of `bytes`; resolves when the next piece may be sent. */
  async after(bytes: number): Promise<void> {
    this.left -= bytes;
    if (this.left > 0 || this.free) return;
    const [before, rows] = [this.cores(), this.stored()];
    await sleep(REST_MS);
    const now = this.cores();
    const busy = (now.busy - before.busy) / Math.max(1, now.all - before.all);
    const quiet = this.stored() - rows < (BOARDS_SPEAK * REST_MS) / 1_000;
    if (busy < BUSY || quiet) this.freeUntil = performance.now() + STRETCH_MS;
    this.left = MORSEL_BYTES;
  }

  private get free(): boolean {
    return performance.now() < this.freeUntil;
  }
}
