import { BoardRunner } from './board-runner.js';
import { readBoards } from './board-spec.js';
import { DeliveryState } from './delivery-state.js';

const TICK_MS = 1_000;
const SAVE_MS = 15_000;
const DIA_MS = 86_400_000;
/** The board that drops out: offline for about four minutes every quarter of an hour, first soon after the start. */
const DOWNTIME = { first_ms: 60_000, every_ms: 900_000, lasts_ms: 240_000 };
/** Staggers the boots of one farm's boards. */
const BOOT_MS = 150;

export interface FleetOptions {
  file: string;
  url: string;
  history_days: number;
  /** Distance from UTC, hours, for boards whose zone the file does not give. */
  offset_h: number;
  log: (line: string) => void;
}

/** The demo's farm: every board of a file, until it is stopped. */
export class Fleet {
  private readonly runners: BoardRunner[];
  private readonly state: DeliveryState;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(options: FleetOptions) {
    this.state = new DeliveryState(`${options.file}.state`);
    this.runners = readBoards(options.file).map(
      (spec) =>
        new BoardRunner(spec, {
          url: options.url,
          historial_ms: options.history_days * DIA_MS,
          offset_h: options.offset_h,
          state: this.state,
          log: options.log,
        }),
    );
  }

  get size(): number {
    return this.runners.length;
  }

  start(): void {
    this.runners.forEach((runner, i) => this.once(() => runner.start(), i * BOOT_MS));
    this.every(() => this.runners.forEach((runner) => runner.tick()), TICK_MS);
    this.every(() => this.state.save(), SAVE_MS);
    const fickle = this.runners.at(-1);
    if (!fickle || this.runners.length < 2) return;
    const leave = (): void => fickle.drop(DOWNTIME.lasts_ms * (0.8 + 0.4 * Math.random()));
    this.once(leave, DOWNTIME.first_ms);
    this.every(leave, DOWNTIME.every_ms);
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.runners.map((runner) => runner.stop()));
    this.state.save();
  }

  private once(fn: () => void, ms: number): void {
    this.timers.add(setTimeout(fn, ms));
  }

  private every(fn: () => void, ms: number): void {
    this.timers.add(setInterval(fn, ms));
  }
}
