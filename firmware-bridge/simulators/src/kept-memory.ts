import type { RunReport } from '@acequia/board-protocol';
import { NONE_REFUSED, type RefusedPins } from './virtual-pins.js';

/** Number of ended runs that a board remembers: more than two agendas hold. */
const REMEMBERED = 384;

/** What a simulated board keeps in flash: the retained messages as received, and the outcomes of its runs. */
export class KeptMemory {
  config: Buffer | null = null;
  agenda: Buffer | null = null;
  control: Buffer | null = null;
  /** Pins of that map that the board does not use. */
  refused: RefusedPins = NONE_REFUSED;
  /** The last value of each point, in units of its last decimal. */
  readonly values = new Map<number, number>();
  /** Last time seen on the board's own clock, ms since 1970; null = it never knew the time. */
  lastSeen: number | null = null;
  /** Runs that have started and not ended, with their start in s since 1970. */
  private readonly open = new Map<string, number>();
  private readonly known = new Set<string>();
  private reports: RunReport[] = [];

  /** Whether this run has started or ended, before or after the last boot. */
  knows(id: string): boolean {
    return this.known.has(id);
  }

  started(id: string, at: number): void {
    this.open.set(id, at);
    this.remember(id);
  }

  ended(report: RunReport): void {
    this.open.delete(report.id);
    this.reports.push(report);
    this.remember(report.id);
  }

  /** Ends the runs that a power cut interrupted, with the time they were observed to run. */
  closeCutRuns(): void {
    for (const [id, started] of [...this.open]) {
      const seen = this.lastSeen === null ? 0 : Math.floor(this.lastSeen / 1000) - started;
      this.ended({ id, started, secs: Math.min(Math.max(seen, 0), 7 * 86_400), end: 'power' });
    }
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
