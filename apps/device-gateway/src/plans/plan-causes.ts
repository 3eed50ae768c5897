import type { ReglaDePlaca, TurnoDePlaca } from '@acequia/contracts';

/** Largest difference between the end of a run and the report of its OFF, ms; less for a short run. */
const NEAR_MS = 15_000;
const NEAR_SHARE = 0.25;
const CLOCK_MS = 2_000;

/** A run that its board carried out to its end; `at`: its real start, s. `nombre` of its program; null = unknown. */
export interface DoneRun {
  at: number;
  secs: number;
  nombre: string | null;
}

/** The runs and rules that a board carries out by itself. */
export interface BoardPlans {
  runs: readonly TurnoDePlaca[];
  rules: readonly ReglaDePlaca[];
  /** The newest run of each switch. */
  done: Readonly<Record<number, DoneRun>>;
}

/** A pin's time on, ms. */
interface TimeOn {
  desde: number;
  hasta: number;
}

/** Who of the board's plans turned a pin; `nombre` null = one of several, or unknown. */
export interface PlanCause {
  nombre: string | null;
}

/**
 * Whether a plan explains a pin's state better than an order of `since` (ms): a run that began after the order, or a rule once the
 * order's hold time has passed. Only a person's order (`held`) holds a rule.
 */
export const plansExplain = (
  { runs, rules }: Pick<BoardPlans, 'runs' | 'rules'>,
  { pin, on, since, held }: { pin: number; on: boolean; since: number; held: boolean },
  now: number,
): boolean => {
  const ran = runs.some((run) => run.pin === pin && run.at * 1_000 <= now && (run.at + run.late_s) * 1_000 >= since);
  if (on && ran) return true;
  const ruling = rules.filter((rule) => rule.pin === pin);
  if (ruling.length === 0 || !held) return ruling.length > 0;
  return now >= since + Math.max(...ruling.map(({ hold_s }) => hold_s)) * 1_000;
};

/** The program whose run ended a time on: by the board's report, and until that comes by its agenda. */
export const programThatEnded = (
  { runs, done }: Pick<BoardPlans, 'runs' | 'done'>,
  { id, pin }: { id: number; pin: number },
  { desde, hasta }: TimeOn,
): PlanCause | null => {
  const isEnd = (started: number, secs: number): boolean =>
    Math.abs(hasta - started - secs * 1_000) <= Math.min(NEAR_MS, CLOCK_MS + secs * 1_000 * NEAR_SHARE);
  const last = done[id];
  if (last && isEnd(last.at * 1_000, last.secs)) return { nombre: last.nombre };
  const run = runs.find(({ pin: of, at, secs, late_s }) => {
    // Late, or on before by somebody's order.
    const started = Math.max(at * 1_000, desde);
    return of === pin && started <= (at + late_s) * 1_000 + CLOCK_MS && isEnd(started, secs);
  });
  return run ? { nombre: run.nombre ?? null } : null;
};

/** The rule that may have ended a time on. `heldUntil`: end of a person's order, during which rules let go, ms. */
export const ruleThatEnded = (
  { rules }: Pick<BoardPlans, 'rules'>,
  pin: number,
  hasta: number,
  heldUntil: (hold_s: number) => number,
): PlanCause | null => {
  const ruling = rules.filter((rule) => rule.pin === pin);
  if (ruling.length === 0 || hasta < heldUntil(Math.max(...ruling.map(({ hold_s }) => hold_s)))) return null;
  const names = new Set(ruling.map(({ nombre }) => nombre));
  return { nombre: names.size === 1 ? (ruling[0]?.nombre ?? null) : null };
};
