import { AppError, excessOf, type HastaHumedad, stepTarget } from '@acequia/contracts';
import { isMoreWater } from './flow.js';
import { type PumpPlan, pumpPlans } from './pumps.js';
import type { Farm, StepTarget, ProgramaExpandible, Span } from './types.js';

interface Member {
  objeto: StepTarget;
  /** Remaining seconds. */
  remain: number;
  /** All seconds, and their water if it ends by that. */
  whole: number;
  litros: number | undefined;
  hasta: HastaHumedad | undefined;
}

type StepGroup = Member[];

/** Groups of steps that start together, with their seconds; steps of zero length are left out. */
const groupsOf = ({ pasos, limite }: ProgramaExpandible, percentage: number, farm: Farm): StepGroup[] => {
  const groups: StepGroup[] = [];
  let current: Member[] = [];
  let caudal = 0;
  const close = (): void => {
    if (current.length > 0) groups.push(current);
    current = [];
    caudal = 0;
  };
  for (const paso of pasos) {
    if (paso.junto_con_anterior !== 1) close();
    const remain = Math.round((paso.duracion_s * percentage) / 100);
    if (remain <= 0) continue;
    const own = (paso.switch_id !== undefined && farm.flows.get(paso.switch_id)) || 0;
    const full =
      current.length >= (limite?.valvulas ?? Infinity) || isMoreWater(caudal + own, limite?.caudal_m3h ?? Infinity);
    if (full) close();
    const litros = litersOf(paso.volumen_m3, percentage);
    current.push({ objeto: stepTarget(paso), remain, whole: remain, litros, hasta: paso.hasta });
    caudal += own;
  }
  close();
  return groups;
};

const litersOf = (volumen_m3: number | undefined, percentage: number): number | undefined =>
  volumen_m3 === undefined ? undefined : Math.max(1, Math.round(volumen_m3 * 10 * percentage));

/** What starts together, with its seconds. */
export type Together = readonly Omit<Span, 'desde_s'>[];

/** The next cycle of a member; its water is shared out by time. */
const cycleOf = ({ objeto, remain, whole, litros, hasta }: Member, most: number): Together[number] => {
  const segundos = Math.min(remain, most);
  return {
    objeto,
    segundos,
    ...(litros !== undefined && { litros: Math.max(1, Math.round((litros * segundos) / whole)) }),
    ...(hasta && { hasta }),
  };
};

/** With cycle and soak the groups take turns, no valve for longer than `most` seconds. */
const cyclesOf = (all: readonly StepGroup[], most: number): Together[] => {
  const cycles: Together[] = [];
  for (let groups = all; groups.length > 0; groups = groups.filter((group) => group.some(({ remain }) => remain > 0)))
    for (const group of groups) {
      const due = group.filter(({ remain }) => remain > 0);
      cycles.push(due.map((member) => cycleOf(member, most)));
      for (const member of due) member.remain -= Math.min(member.remain, most);
    }
  return cycles;
};

/**
 * When these start, one after the other: with `pausa_s` between them and the time that a pump has to rest, and no valve before its own
 * rest. `begun`: what ran before them, by its true end; `from_s`: the first moment. Seconds from the program's start.
 */
export const layOut = (
  { pausa_s = 0, remojo }: ProgramaExpandible,
  cycles: readonly Together[],
  driven: readonly PumpPlan[],
  { begun = [], from_s = 0 }: { begun?: readonly Span[]; from_s?: number } = {},
): Span[] => {
  const soak = remojo?.pausa_s ?? 0;
  /** When a target has rested, whatever step it was in. */
  const rested = new Map<StepTarget, number>();
  let free_s = from_s;
  const passed = (together: readonly Span[]): void => {
    for (const pump of driven) pump.add(together);
    for (const { objeto, desde_s, segundos } of together) rested.set(objeto, desde_s + segundos + soak);
    free_s = Math.max(free_s, spanOf(together) + pausa_s);
  };
  for (const span of [...begun].sort((a, b) => a.desde_s - b.desde_s)) passed([span]);
  return cycles.flatMap((cycle) => {
    const ready_s = Math.max(free_s, ...cycle.map(({ objeto }) => rested.get(objeto) ?? 0));
    const desde_s = afterRests(driven, cycle, ready_s);
    const together = cycle.map((one) => ({ ...one, desde_s }));
    passed(together);
    return together;
  });
};

/**
 * The spans of a program from its start, at a percentage of its durations. Groups follow one another, see {@link layOut}.
 * @throws AppError `datos_invalidos` for a program that is too large, before anything of it is expanded
 */
export const sequence = (programa: ProgramaExpandible, percentage: number, farm: Farm): Span[] => {
  const excess = excessOf(programa, farm.pumps);
  if (excess) throw new AppError('datos_invalidos', { detalles: [{ ...excess, campo: `body.${excess.campo}` }] });
  const cycles = cyclesOf(groupsOf(programa, percentage, farm), programa.remojo?.max_s ?? Infinity);
  const driven = pumpPlans(
    farm,
    cycles.flatMap((cycle) => cycle.map(({ objeto }) => objeto)),
    programa,
  );
  const spans = layOut(programa, cycles, driven);
  return [...spans, ...driven.flatMap((pump) => pump.runs())];
};

/** When these may start without one of their pumps having to go on before its rest is over. */
const afterRests = (driven: readonly PumpPlan[], due: Together, desde_s: number): number => {
  const targets = due.map(({ objeto }) => objeto);
  const later = driven.reduce((at, pump) => pump.ready(targets, at), desde_s);
  // What waits for one pump may no longer follow the last valve of another.
  return later === desde_s ? desde_s : afterRests(driven, due, later);
};

/** Time from the start to the end of the last span, s. */
export const spanOf = (spans: readonly Span[]): number =>
  spans.reduce((most, { desde_s, segundos }) => Math.max(most, desde_s + segundos), 0);
