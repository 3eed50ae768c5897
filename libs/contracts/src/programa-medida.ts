import type { Detail } from './app-error.js';
import { PROGRAMA_LIMITS } from './programa-limites.js';

interface MeasuredStep {
  switch_id?: number | undefined;
  dispositivo_id?: number | undefined;
  duracion_s: number;
  junto_con_anterior?: 0 | 1 | undefined;
}

/** The part of a program that says how much it runs. */
export interface ProgramaMeasured {
  inicios: readonly unknown[];
  pasos: readonly MeasuredStep[];
  porcentajes?: readonly number[] | undefined;
  pausa_s?: number | undefined;
  remojo?: { max_s: number; pausa_s: number } | undefined;
  limite?: object | undefined;
}

/** `s<switch>` or `d<dispositivo>`: what a step opens. */
export const stepTarget = ({ switch_id, dispositivo_id }: MeasuredStep): `s${number}` | `d${number}` =>
  switch_id === undefined ? `d${dispositivo_id ?? 0}` : `s${switch_id}`;

/** Most runs of each target in a day of the program's longest month. Counted, not expanded. */
export const runsOfDay = (programa: ProgramaMeasured): Map<string, number> => {
  const runs = new Map<string, number>();
  for (const paso of programa.pasos) {
    const target = stepTarget(paso);
    runs.set(target, (runs.get(target) ?? 0) + cyclesOf(programa, paso) * programa.inicios.length);
  }
  return runs;
};

/**
 * What makes a program larger than anybody waters; null = nothing does. `pumps`: for each pump of its empresa the switches that it
 * runs with; it may run as often as they do.
 */
export const excessOf = (
  programa: ProgramaMeasured,
  pumps: readonly { switch_id: number; valves: ReadonlySet<number> }[] = [],
): Detail | null => {
  const { RUNS_OF_ONE, RUNS, START_DAYS } = PROGRAMA_LIMITS;
  const runs = runsOfDay(programa);
  const campo = programa.remojo ? 'remojo.max_s' : 'inicios.0';
  const most = Math.max(...runs.values());
  if (most > RUNS_OF_ONE)
    return { campo, mensaje: `Serían ${most} riegos de una misma válvula al día; el máximo es ${RUNS_OF_ONE}` };
  const all = runsOfProgram(programa, pumps);
  if (all > RUNS) return { campo, mensaje: `Serían ${all} encendidos al día; el máximo es ${RUNS}` };
  if (longestStart(programa) > START_DAYS * 86_400)
    return { campo: 'pasos.0.duracion_s', mensaje: `Un riego duraría más de ${START_DAYS} días` };
  return null;
};

/** Most runs of a program in a day, its pumps included. */
export const runsOfProgram = (
  programa: ProgramaMeasured,
  pumps: readonly { switch_id: number; valves: ReadonlySet<number> }[] = [],
): number => {
  const runs = runsOfDay(programa);
  let all = 0;
  for (const count of runs.values()) all += count;
  for (const { switch_id, valves } of pumps) {
    if (runs.has(`s${switch_id}`)) continue;
    for (const [target, count] of runs) if (target.startsWith('s') && valves.has(Number(target.slice(1)))) all += count;
  }
  return all;
};

const secondsOf = ({ porcentajes }: ProgramaMeasured, { duracion_s }: { duracion_s: number }): number =>
  Math.round((duracion_s * Math.max(...(porcentajes ?? [100]))) / 100);

const cyclesOf = (programa: ProgramaMeasured, paso: { duracion_s: number }): number =>
  Math.ceil(secondsOf(programa, paso) / (programa.remojo?.max_s ?? Infinity)) ||
  (secondsOf(programa, paso) > 0 ? 1 : 0);

/** At most, s: steps that a limit may part count as one after the other, and nothing runs during a rest. */
const longestStart = (programa: ProgramaMeasured): number => {
  const { pasos, pausa_s = 0, remojo, limite } = programa;
  let longest = { on: 0, cycles: 0 };
  const groups = [longest];
  for (const paso of pasos) {
    if (paso.junto_con_anterior !== 1 || limite) groups.push((longest = { on: 0, cycles: 0 }));
    longest.on = Math.max(longest.on, secondsOf(programa, paso));
    longest.cycles = Math.max(longest.cycles, cyclesOf(programa, paso));
  }
  const on = groups.reduce((sum, group) => sum + group.on + group.cycles * pausa_s, 0);
  // Groups take turns, so that they rest together; a valve of several steps rests before each.
  const seen = new Set<string>();
  let rests = Math.max(0, Math.max(...groups.map(({ cycles }) => cycles)) - 1);
  for (const paso of pasos) {
    if (seen.has(stepTarget(paso))) rests += cyclesOf(programa, paso);
    seen.add(stepTarget(paso));
  }
  return on + rests * (remojo?.pausa_s ?? 0);
};
