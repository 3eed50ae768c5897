import { REACH_MS } from '../agenda/agenda.service.js';
import { pumps } from '../expansion/pumps.js';
import { type Corrida, isSwitch, type ProgramaExpandible, type Span, type StepTarget } from '../expansion/types.js';
import { windowEnd } from '../expansion/window.js';
import { clockOf } from '../expansion/zone-clock.js';
import type { KnownFarm } from './farm.repository.js';

/** A turn of one start of a program that was due already, as it is stored. Times in ms. */
export interface BegunTurn {
  objeto: StepTarget;
  inicio: number;
  /** Seconds according to the program of then. */
  pedidos_s: number;
  /** Its end, as things stand. */
  until: number;
}

const endOf = ({ inicio, segundos }: Corrida): number => inicio + segundos * 1_000;
const byStart = <T extends { inicio: number }>(turns: readonly T[]): T[] =>
  [...turns].sort((a, b) => a.inicio - b.inicio);

/** The turns of a plan that have begun: of each target, as many of the first as have. */
const doneOf = (planned: readonly Corrida[], begun: readonly BegunTurn[]): Corrida[] => {
  const left = new Map<StepTarget, number>();
  for (const { objeto } of begun) left.set(objeto, (left.get(objeto) ?? 0) + 1);
  return planned.filter(({ objeto }) => {
    const count = left.get(objeto) ?? 0;
    left.set(objeto, count - 1);
    return count > 0;
  });
};

/**
 * The runs of a start of a program that was changed while it runs: what has begun stays as it is, and the others count from the true end
 * of the turn that began last. null = the program still plans what has begun, so its hours stay.
 * `planned`: the runs of that start by the program of now; `begun`: its turns that were due by `now`, ms.
 */
export const followRunning = (
  programa: ProgramaExpandible,
  farm: KnownFarm,
  planned: readonly Corrida[],
  begun: readonly BegunTurn[],
  now: number,
): Corrida[] | null => {
  const isPump = new Set(farm.pumps.map(({ switch_id }): StepTarget => `s${switch_id}`));
  for (const paso of programa.pasos) if (paso.switch_id !== undefined) isPump.delete(`s${paso.switch_id}`);
  const ran = byStart(begun.filter(({ objeto }) => !isPump.has(objeto)));
  const newest = ran.at(-1);
  if (!newest) return null;
  const steps = byStart(planned.filter(({ objeto }) => !isPump.has(objeto)));
  const done = doneOf(steps, ran);
  const team = ran.filter(({ inicio }) => inicio === newest.inicio);
  const same = team.every((turn) => isPlanned(turn, steps));
  const samePumps = begun.every((turn) => !isPump.has(turn.objeto) || isPlanned(turn, planned));
  const rest = steps.filter((one) => !done.includes(one) && (!same || one.inicio > newest.inicio));
  const theirs = done.filter(({ objeto }) => team.some((turn) => turn.objeto === objeto)).slice(-team.length);
  const shifts = shiftsOf(programa, { rest, theirs, same, now, until: Math.max(...team.map((turn) => turn.until)) });
  if (same && samePumps && shifts.every((shift) => shift === 0)) return null;
  const moved = rest.map((one, n) => (one.planned ? one : shifted(programa, farm, one, shifts[n] ?? 0)));
  return [...moved, ...pumpsOf(programa, farm, moved, begun, isPump)];
};

interface Rest {
  rest: readonly Corrida[];
  /** The planned runs of the turns that began last. */
  theirs: readonly Corrida[];
  same: boolean;
  now: number;
  /** When these truly end. */
  until: number;
}

/** By how much each of the rest moves, ms. What the program now has before the running turn comes after it, and what it had after it then. */
const shiftsOf = ({ pausa_s = 0 }: ProgramaExpandible, { rest, theirs, same, now, until }: Rest): number[] => {
  const from = theirs.length > 0 ? Math.max(...theirs.map(({ inicio }) => inicio)) : Infinity;
  const before = same ? [] : rest.filter(({ inicio }) => inicio < from);
  const first = before[0];
  const early = first ? until + pausa_s * 1_000 - first.inicio : 0;
  const free = first ? Math.max(...before.map(endOf)) + early : until;
  const late = same || theirs.length === 0 ? 0 : free - Math.max(...theirs.map(endOf));
  const shifts = rest.map((one) => (before.includes(one) ? early : late));
  // A shorter pause may have started it by now.
  const next = rest[0] ? rest[0].inicio + (shifts[0] ?? 0) : Infinity;
  const missed = next <= now ? Math.ceil((now + REACH_MS) / 1_000) * 1_000 - next : 0;
  return shifts.map((shift) => shift + missed);
};

const isPlanned = (turn: BegunTurn, planned: readonly Corrida[]): boolean =>
  planned.some(
    ({ objeto, inicio, pedidos_s }) => objeto === turn.objeto && inicio === turn.inicio && pedidos_s === turn.pedidos_s,
  );
const shifted = ({ ventana }: ProgramaExpandible, farm: KnownFarm, corrida: Corrida, shift: number): Corrida => {
  const inicio = corrida.inicio + shift;
  const end = ventana ? windowEnd(ventana, clockOf(farm.zona), corrida.riego) : Infinity;
  const outside = inicio >= end;
  const { pedidos_s } = corrida;
  return { ...corrida, inicio, outside, segundos: outside ? pedidos_s : Math.min(pedidos_s, (end - inicio) / 1_000) };
};

/** The pumps of all valves, from where their runs that have begun end. */
const pumpsOf = (
  { id }: ProgramaExpandible,
  farm: KnownFarm,
  moved: readonly Corrida[],
  begun: readonly BegunTurn[],
  isPump: ReadonlySet<StepTarget>,
): Corrida[] => {
  const [first] = moved;
  if (!first) return [];
  const { riego } = first;
  const spanOf = (objeto: StepTarget, from: number, until: number): Span => ({
    ...{ objeto, desde_s: (from - riego) / 1_000, segundos: (until - from) / 1_000 },
  });
  const spans = [
    ...begun
      .filter(({ objeto }) => !isPump.has(objeto))
      .map(({ objeto, inicio, until }) => spanOf(objeto, inicio, until)),
    ...moved.filter(({ outside }) => !outside).map((corrida) => spanOf(corrida.objeto, corrida.inicio, endOf(corrida))),
  ].filter(({ objeto }) => isSwitch(objeto));
  return pumps(spans, farm).flatMap(({ objeto, desde_s, segundos }): Corrida[] => {
    const to = riego + (desde_s + segundos) * 1_000;
    const covered = begun.filter((turn) => turn.objeto === objeto && turn.until > riego + desde_s * 1_000);
    const inicio = Math.max(riego + desde_s * 1_000, ...covered.map(({ until }) => until));
    if (inicio >= to) return [];
    const seconds = (to - inicio) / 1_000;
    const turno_id = `${id}-${Math.floor(inicio / 1_000)}-${objeto}`;
    return [
      { turno_id, programa_id: id, objeto, riego, inicio, segundos: seconds, pedidos_s: seconds, outside: false },
    ];
  });
};
