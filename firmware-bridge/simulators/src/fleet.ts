import { BoardRunner } from './board-runner.js';
import { readBoards } from './board-spec.js';
import { DeliveryState } from './delivery-state.js';

const TICK_MS = 1_000;
const GUARDAR_MS = 15_000;
const DIA_MS = 86_400_000;
/** The board that comes and goes: away for a minute about every five. */
const CAIDA = { cada_ms: 300_000, dura_ms: 60_000 };
/** Boards of one farm do not all boot in the same instant. */
const ARRANQUE_MS = 150;

export interface FleetOptions {
  file: string;
  url: string;
  history_days: number;
  /** Distance from UTC, hours, of the clock of boards whose zone the file does not say. */
  desfase_h: number;
  log: (line: string) => void;
}

/** The demo's farm: every board of a file, until it is told to stop. */
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
          desfase_h: options.desfase_h,
          state: this.state,
          log: options.log,
        }),
    );
  }

  get size(): number {
    return this.runners.length;
  }

  start(): void {
    this.runners.forEach((runner, i) => this.once(() => runner.start(), i * ARRANQUE_MS));
    this.every(() => this.runners.forEach((runner) => runner.tick()), TICK_MS);
    this.every(() => this.state.save(), GUARDAR_MS);
    const fickle = this.runners.at(-1);
    if (fickle && this.runners.length > 1)
      this.every(() => fickle.drop(CAIDA.dura_ms * (0.5 + Math.random())), CAIDA.cada_ms);
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
