import type { RunReport } from '@acequia/board-protocol';
import type { UpdateMemory, UpdateRecord } from './update/update-record.js';
import { type FactoryImage, VirtualSlots } from './update/virtual-slots.js';
import { NONE_REFUSED, type RefusedPins } from './virtual-pins.js';
import type { Lived } from './virtual-wear.js';

/** Number of ended runs that a board remembers: more than two agendas hold. */
const REMEMBERED = 384;

/** What a simulated board keeps in flash: its programs, the retained messages as received, and the outcomes of its runs. */
export class KeptMemory implements UpdateMemory {
  readonly slots: VirtualSlots;
  update: UpdateRecord | null = null;
  config: Buffer | null = null;
  agenda: Buffer | null = null;
  control: Buffer | null = null;
  /** Pins of that map that the board does not use. */
  refused: RefusedPins = NONE_REFUSED;
  /** What the relays have lived, by pin; in whole seconds, as it lies in flash. */
  lived: ReadonlyMap<number, Lived> = new Map();
  /** The last value of each point, in units of its last decimal. */
  readonly values = new Map<number, number>();
  /** Protections that keep their pins off: their `freed` then, and when, s since 1970. */
  readonly tripped = new Map<string, { freed: number; at: number | null }>();
  /** Last time seen on the board's own clock, ms since 1970; null = it never knew the time. */
  lastSeen: number | null = null;
  /** Runs that have started and not ended: their start in s since 1970, and the total of their counter then. */
  private readonly open = new Map<string, { at: number; total: number | null }>();
  private readonly known = new Set<string>();
  private cutAt: number | null = null;
  private reports: RunReport[] = [];

  /** `image`: what was flashed by cable. */
  constructor(image?: FactoryImage) {
    this.slots = new VirtualSlots(image);
  }

  /** Whether this run has started or ended, before or after the last boot. */
  knows(id: string): boolean {
    return this.known.has(id);
  }

  /** `total`: of the counter of a run with a volume. */
  started(id: string, at: number, total: number | null = null): void {
    this.open.set(id, { at, total });
    this.remember(id);
  }

  ended(report: RunReport): void {
    this.open.delete(report.id);
    this.reports.push(report);
    this.remember(report.id);
  }

  /** Ends the runs that a power cut interrupted, with the time they were observed to run, except those that `goesOn` keeps. */
  closeCutRuns(goesOn: (id: string) => boolean): void {
    this.cutAt = this.lastSeen;
    for (const [id, { at }] of [...this.open])
      if (!goesOn(id)) this.ended({ id, started: at, secs: this.knownSeconds(at), end: 'power' });
  }

  /** A run with a volume that began and has not ended. */
  cut(id: string): { at: number; total: number } | null {
    const found = this.open.get(id);
    return found && found.total !== null ? { at: found.at, total: found.total } : null;
  }

  /** How long a run that began at `at` is known to have run in the earlier life, s. */
  knownSeconds(at: number): number {
    const seen = this.cutAt === null ? 0 : Math.floor(this.cutAt / 1000) - at;
    return Math.min(Math.max(seen, 0), 7 * 86_400);
  }

  /** Outcomes, oldest first; they stay until {@link told}. */
  pending(max: number): RunReport[] {
    return this.reports.slice(0, max);
  }

  told(reports: readonly RunReport[]): void {
    this.reports = this.reports.filter((report) => !reports.includes(report));
  }

  private remember(id: string): void {
    this.known.add(id);
    const [oldest] = this.known;
    if (this.known.size > REMEMBERED && oldest !== undefined) this.known.delete(oldest);
  }
}
