import type { ReglaDePlaca, TurnoDePlaca } from '@acequia/contracts';

/** Largest difference between the end of a run and the report of its OFF, ms; less for a short run. */
export const NEAR_MS = 15_000;
const NEAR_SHARE = 0.25;
/** Largest difference between two clocks, ms. */
export const CLOCK_MS = 2_000;
/** A connection is noticed, and its loss too, this close to the boot or the outage that caused it, ms. */
const LINK_MS = 120_000;
const DAY_S = 86_400;

/** A run as its board reported it; `at`: its real start, s. `nombre` of its program; null = unknown. */
export interface DoneRun {
  at: number;
  secs: number;
  nombre: string | null;
  /** Its id in the agenda; absent in what was stored before. */
  id?: string;
  /** It ended before its time. */
  cut?: true;
}

/** A board connected (1) or disconnected (0); `ts` in ms. */
interface LinkChange {
  online: 0 | 1;
  ts: number;
}

/** The runs and rules that a board carries out by itself. */
export interface BoardPlans {
  runs: readonly TurnoDePlaca[];
  rules: readonly ReglaDePlaca[];
  /** The newest run of each switch. */
  done: Readonly<Record<number, DoneRun>>;
  /** Its connections of the last day, newest first; only of a board with rules. */
  links?: readonly LinkChange[];
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

interface Pin {
  /** Of its switch. */
  id: number;
  pin: number;
}

/**
 * Whether a rule explains a pin's state better than an order of `since` (ms): once the order's hold time has passed. Only a person's order
 * (`held`) holds a rule.
 */
export const ruleExplains = (
  { rules }: Pick<BoardPlans, 'rules'>,
  { pin, since, held }: { pin: number; since: number; held: boolean },
  now: number,
): boolean => {
  const ruling = rules.filter((rule) => rule.pin === pin);
  if (ruling.length === 0 || !held) return ruling.length > 0;
  return now >= since + Math.max(...ruling.map(({ hold_s }) => hold_s)) * 1_000;
};

/** The program whose run ended a time on: by the board's report, and until that comes by its agenda. */
export const programThatEnded = (
  { runs, done }: Pick<BoardPlans, 'runs' | 'done'>,
  { id, pin }: Pin,
  { desde, hasta }: TimeOn,
): PlanCause | null => {
  const isEnd = (started: number, secs: number): boolean =>
    Math.abs(hasta - started - secs * 1_000) <= Math.min(NEAR_MS, CLOCK_MS + secs * 1_000 * NEAR_SHARE);
  const last = done[id];
  if (last && !last.cut && isEnd(last.at * 1_000, last.secs)) return { nombre: last.nombre };
  const run = runs.find(({ pin: of, at, secs, late_s }) => {
    // It began late, or was on before by an order.
    const started = Math.max(at * 1_000, desde);
    return of === pin && started <= (at + late_s) * 1_000 + CLOCK_MS && isEnd(started, secs);
  });
  return run ? { nombre: run.nombre ?? null } : null;
};

/** The rule that may have ended a time on: one at its hours, of a board that stayed connected, while no run had the pin. */
export const ruleThatEnded = (plans: BoardPlans, { id, pin }: Pin, hasta: number): PlanCause | null => {
  // A rule also turns off what it keeps when its hours end.
  const ruling = plans.rules.filter(
    (rule) => rule.pin === pin && (holdsAt(rule, hasta) || holdsAt(rule, hasta - CLOCK_MS)),
  );
  if (ruling.length === 0 || ofRun(plans, { id, pin }, hasta) || wasAway(plans.links ?? [], hasta)) return null;
  const names = new Set(ruling.map(({ nombre }) => nombre));
  return { nombre: names.size === 1 ? (ruling[0]?.nombre ?? null) : null };
};

/** Whether `ts` (ms) lies in a rule's hours. */
export const holdsAt = ({ from, to }: ReglaDePlaca, ts: number): boolean => {
  if (from === undefined || to === undefined) return true;
  const second = (ts / 1_000) % DAY_S;
  return from <= to ? second >= from && second < to : second >= from || second < to;
};

/** Rules leave a pin alone while a run may control it. */
const ofRun = ({ runs, done }: Pick<BoardPlans, 'runs' | 'done'>, { id, pin }: Pin, hasta: number): boolean => {
  const last = done[id];
  return (
    runs.some((run) => run.pin === pin && within(run.at, run.late_s + run.secs, hasta)) ||
    (last !== undefined && within(last.at, last.secs, hasta))
  );
};

const within = (at: number, secs: number, ts: number): boolean =>
  ts >= at * 1_000 - CLOCK_MS && ts <= (at + secs) * 1_000 + NEAR_MS;

/** A board that boots, or comes back, reports what it finds off. */
const wasAway = (links: readonly LinkChange[], hasta: number): boolean => {
  const before = links.find(({ ts }) => ts <= hasta);
  const after = links.findLast(({ ts }) => ts > hasta);
  return (
    (before ? before.online === 0 : after?.online === 1) || links.some(({ ts }) => Math.abs(ts - hasta) <= LINK_MS)
  );
};
