import type { Farm, ProgramaExpandible, Pump, Span, StepTarget } from './types.js';
import { idOf, isSwitch } from './types.js';

/** Two valves that open and close within this of each other follow one another, and a pump is off for at least this long, s. */
export const SEAM_S = 2;

/** Time in which valves of a pump are open without a stop of the pump; seconds from the program's start. */
interface Stretch {
  from: number;
  to: number;
  /** Where one valve follows another: each has a run of the pump of its own. */
  cuts: number[];
  /** Those that end near the newest start, and later. */
  spans: Span[];
}

const endOf = ({ desde_s, segundos }: Span): number => desde_s + segundos;
const isNear = (span: Span, desde_s: number): boolean => endOf(span) + SEAM_S >= desde_s;

/**
 * The runs of one pump with its valves. A valve is the last one when no other of the pump's valves is open at its end, or opens
 * then: the pump goes off before the end of a last valve. The firmware knows the same (`last_close` of relays.cpp).
 */
export class PumpPlan {
  private readonly stretches: Stretch[] = [];
  private readonly objeto: StepTarget;

  constructor(
    private readonly pump: Pump,
    private readonly exclusions: NonNullable<Farm['exclusions']> = [],
  ) {
    this.objeto = `s${pump.switch_id}`;
  }

  /** Adds spans of any targets that start together. Call it in the order of their starts. */
  add(together: readonly Span[]): void {
    const spans = together.filter(({ objeto }) => this.drives(objeto));
    const desde_s = spans[0]?.desde_s;
    if (desde_s === undefined) return;
    const to = Math.max(...spans.map(endOf));
    const last = this.stretches.at(-1);
    if (!last || !spans.some(({ objeto }) => this.follows(objeto, desde_s, last))) {
      this.stretches.push({ from: desde_s, to, cuts: [], spans });
      return;
    }
    // A run that ended early must not leave the next valve without its pump.
    if (this.pump.between === 'kept' && to > last.to && desde_s > last.to - this.close_s) last.cuts.push(last.to);
    last.to = Math.max(last.to, to);
    last.spans = [...last.spans.filter((span) => isNear(span, desde_s)), ...spans];
  }

  /** When these targets may start, at `desde_s` at the earliest: a pump that has to stop before them has rested by then. */
  ready(targets: readonly StepTarget[], desde_s: number): number {
    const last = this.stretches.at(-1);
    const valves = targets.filter((objeto) => this.drives(objeto));
    if (!last || valves.length === 0 || valves.some((objeto) => this.follows(objeto, desde_s, last))) return desde_s;
    const { encendido_s, apagado_s, rest_s = 0 } = this.pump;
    return Math.max(desde_s, last.to - apagado_s + rest_s - encendido_s);
  }

  runs(): Span[] {
    const { encendido_s, apagado_s } = this.pump;
    const runs: Span[] = [];
    let off = -Infinity;
    for (const { from, to, cuts } of this.stretches) {
      const start = Math.max(from + encendido_s, off + SEAM_S);
      const end = to - apagado_s;
      if (end <= start) continue;
      const bounds = [start, ...cuts.filter((cut) => cut > start && cut < end), end];
      for (const [n, desde_s] of bounds.slice(0, -1).entries())
        runs.push({ objeto: this.objeto, desde_s, segundos: (bounds[n + 1] ?? end) - desde_s });
      off = end;
    }
    return runs;
  }

  private drives(objeto: StepTarget): boolean {
    return isSwitch(objeto) && this.pump.valves.has(idOf(objeto));
  }

  /** How long before the end of a valve the next one has to be open, for the pump not to notice, s. */
  private get close_s(): number {
    return this.pump.apagado_s + SEAM_S;
  }

  private follows(objeto: StepTarget, desde_s: number, { to, spans }: Stretch): boolean {
    if (desde_s > to - (this.pump.between === 'stopped' ? this.close_s : 0)) return false;
    // A valve that excludes another opens only after it has closed.
    return !spans.some((span) => isNear(span, desde_s) && this.exclude(idOf(span.objeto), idOf(objeto)));
  }

  private exclude(a: number, b: number): boolean {
    return a !== b && this.exclusions.some((group) => group.has(a) && group.has(b));
  }
}

/** Whose turns may be shortened or skipped just before they start, or end earlier than their time. */
type Decided = Pick<ProgramaExpandible, 'omitir' | 'ajuste_et0' | 'pasos'>;

/**
 * The pumps that run with valves; one that is a step itself is left to the program. One run over several valves cannot follow turns that
 * are decided one by one or may end before their time: with such a program the pump stops between them.
 */
export const pumpPlans = (
  farm: Farm,
  targets: Iterable<StepTarget>,
  { omitir = [], ajuste_et0, pasos }: Decided,
): PumpPlan[] => {
  const steps = new Set(targets);
  const isDecided =
    omitir.length > 0 ||
    ajuste_et0 !== undefined ||
    pasos.some(({ volumen_m3, hasta }) => volumen_m3 !== undefined || hasta);
  const apart = (pump: Pump): Pump => (isDecided && pump.between !== 'kept' ? { ...pump, between: 'stopped' } : pump);
  return farm.pumps
    .filter(({ switch_id }) => !steps.has(`s${switch_id}`))
    .map((pump) => new PumpPlan(apart(pump), farm.exclusions));
};

/** The runs of pumps with these spans: on later than their first valve and off before their last. */
export const pumps = (spans: readonly Span[], farm: Farm, programa: Decided): Span[] => {
  const plans = pumpPlans(
    farm,
    spans.map(({ objeto }) => objeto),
    programa,
  );
  const byStart = new Map<number, Span[]>();
  for (const span of spans) {
    const together = byStart.get(span.desde_s);
    if (together) together.push(span);
    else byStart.set(span.desde_s, [span]);
  }
  const groups = [...byStart].sort(([a], [b]) => a - b);
  return plans.flatMap((plan) => {
    for (const [, together] of groups) plan.add(together);
    return plan.runs();
  });
};
