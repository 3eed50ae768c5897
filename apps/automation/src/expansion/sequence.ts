import { AppError, excessOf, stepTarget } from '@acequia/contracts';
import { isMoreWater } from './flow.js';
import { type PumpPlan, pumpPlans } from './pumps.js';
import type { Farm, StepTarget, ProgramaExpandible, Span } from './types.js';

interface Member {
  objeto: StepTarget;
  /** Remaining seconds. */
  remain: number;
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
    current.push({ objeto: stepTarget(paso), remain });
    caudal += own;
  }
  close();
  return groups;
};

/**
 * The spans of a program from its start, at a percentage of its durations. Groups follow one another with `pausa_s` between
 * them, and the time that a pump has to rest; with cycle and soak they take turns, no valve for longer than `max_s` nor before its rest.
 * @throws AppError `datos_invalidos` for a program that is too large, before anything of it is expanded
 */
export const sequence = (programa: ProgramaExpandible, percentage: number, farm: Farm): Span[] => {
  const excess = excessOf(programa, farm.pumps);
  if (excess) throw new AppError('datos_invalidos', { detalles: [{ ...excess, campo: `body.${excess.campo}` }] });
  const { pausa_s = 0, remojo } = programa;
  const most = remojo?.max_s ?? Infinity;
  const soak = remojo?.pausa_s ?? 0;
  const spans: Span[] = [];
  let free_s = 0;
  let groups = groupsOf(programa, percentage, farm);
  const driven = pumpPlans(
    farm,
    groups.flatMap((members) => members.map(({ objeto }) => objeto)),
  );
  /** When a target has rested, whatever step it was in. */
  const rested = new Map<StepTarget, number>();
  while (groups.length > 0) {
    for (const group of groups) {
      const due = group.filter(({ remain }) => remain > 0);
      const ready_s = Math.max(free_s, ...due.map(({ objeto }) => rested.get(objeto) ?? 0));
      const desde_s = afterRests(driven, due, ready_s);
      const together = due.map(({ objeto, remain }) => ({ objeto, desde_s, segundos: Math.min(remain, most) }));
      for (const [n, member] of due.entries()) member.remain -= together[n]?.segundos ?? 0;
      const length = Math.max(...together.map(({ segundos }) => segundos), 0);
      spans.push(...together);
      for (const pump of driven) pump.add(together);
      for (const { objeto, segundos } of together) rested.set(objeto, desde_s + segundos + soak);
      free_s = desde_s + length + pausa_s;
    }
    groups = groups.filter((members) => members.some(({ remain }) => remain > 0));
  }
  return [...spans, ...driven.flatMap((pump) => pump.runs())];
};

/** When these may start without one of their pumps having to go on before its rest is over. */
const afterRests = (driven: readonly PumpPlan[], due: readonly Member[], desde_s: number): number => {
  const targets = due.map(({ objeto }) => objeto);
  const later = driven.reduce((at, pump) => pump.ready(targets, at), desde_s);
  // What waits for one pump may no longer follow the last valve of another.
  return later === desde_s ? desde_s : afterRests(driven, due, later);
};

/** Time from the start to the end of the last span, s. */
export const spanOf = (spans: readonly Span[]): number =>
  spans.reduce((most, { desde_s, segundos }) => Math.max(most, desde_s + segundos), 0);
