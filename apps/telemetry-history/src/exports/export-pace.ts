import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** A piece of a file while the machine has no time to spare: some 10 ms of Postgres' work. */
const MORSEL_BYTES = 256 * 1024;
/** One while it has. */
const PIECE_BYTES = 4 * 1024 * 1024;
/** How long a file flows freely before it rests again, ms. */
const STRETCH_MS = 2_000;
const REST_MS = 250;
/** Share of its cores' time from which on a machine has none to spare. */
const BUSY = 0.6;
/** Readings a second from which on it is boards that keep it busy. */
const BOARDS_SPEAK = 500;

interface CoreTime {
  busy: number;
  all: number;
}

/** ms of all cores since the machine started. */
const coreTime = (): CoreTime => {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle);
  return { busy: all - idle, all };
};

/**
 * How fast one long file goes out. It rests now and then; what the machine does meanwhile is other people's work. If that
 * leaves it time, the file flows, if not it goes out in morsels, so that boards have their acknowledgements and persons their
 * screens. A low priority of this process would not do: most of the work is Postgres'. Where boards are quiet, whatever else keeps the
 * machine busy is the system's to share out.
 */
export class ExportPace {
  private left = MORSEL_BYTES;
  private freeUntil = 0;

  /** @param stored how many rows this process has stored for boards by now */
  constructor(
    private readonly stored: () => number,
    private readonly cores: () => CoreTime = coreTime,
  ) {}

  /** Bytes that the next piece should have. */
  get piece(): number {
    return this.free ? PIECE_BYTES : MORSEL_BYTES;
  }

  /** A piece of so many bytes went out: resolves when the next one may. */
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
