import type { Change } from '@acequia/contracts';

export type Report = Extract<Change, { tipo: 'estado' }>;

/** Shortest time between two announced reports of one board, ms: no condition of a sensor needs them sooner. */
const EVERY_MS = 2_000;

/** Lets a board's report through at once when the board was quiet or a relay changed, else every two seconds. */
export class ReportPace {
  /** Told within that time, oldest first. */
  private readonly told = new Map<number, { report: Report; at: number }>();

  /** false = not yet; a newer report may take its place. */
  takes(report: Report, now: number): boolean {
    this.forget(now);
    const last = this.told.get(report.placa_id);
    if (last && haveSameRelays(last.report, report)) return false;
    this.told.delete(report.placa_id);
    this.told.set(report.placa_id, { report, at: now });
    return true;
  }

  private forget(now: number): void {
    for (const [placa_id, { at }] of this.told) {
      if (now - at < EVERY_MS) return;
      this.told.delete(placa_id);
    }
  }
}

const haveSameRelays = (one: Report, other: Report): boolean =>
  one.pines.length === other.pines.length &&
  one.pines.every(([pin, on], i) => other.pines[i]?.[0] === pin && other.pines[i]?.[1] === on);
