import { isMoreWater } from './flow.js';
import type { Farm, StepTarget, ProgramaExpandible, Span } from './types.js';

interface Member {
  objeto: StepTarget;
  /** Remaining seconds. */
  remain: number;
}

interface StepGroup {
  members: Member[];
  /** Seconds from the start at which the valve has rested. */
  ready: number;
}

const objectOf = (paso: ProgramaExpandible['pasos'][number]): StepTarget =>
  paso.switch_id === undefined ? `d${paso.dispositivo_id ?? 0}` : `s${paso.switch_id}`;

/** Groups of steps that start together, with their seconds; steps of zero length are left out. */
const groupsOf = ({ pasos, limite }: ProgramaExpandible, percentage: number, farm: Farm): StepGroup[] => {
  const groups: StepGroup[] = [];
  let current: Member[] = [];
  let caudal = 0;
  const close = (): void => {
    if (current.length > 0) groups.push({ members: current, ready: 0 });
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
    current.push({ objeto: objectOf(paso), remain });
    caudal += own;
  }
  close();
  return groups;
};

/**
 * The spans of a program from its start, at a percentage of its durations. Groups follow one another with `pausa_s` between
 * them; with cycle and soak they take turns, none for longer than `max_s` nor before its rest.
 */
export const sequence = (programa: ProgramaExpandible, percentage: number, farm: Farm): Span[] => {
  const { pausa_s = 0, remojo } = programa;
  const most = remojo?.max_s ?? Infinity;
  const soak = remojo?.pausa_s ?? 0;
  const spans: Span[] = [];
  let free_s = 0;
  let groups = groupsOf(programa, percentage, farm);
  while (groups.length > 0) {
    for (const group of groups) {
      const desde_s = Math.max(free_s, group.ready);
      let length = 0;
      for (const member of group.members) {
        const segundos = Math.min(member.remain, most);
        if (segundos === 0) continue;
        spans.push({ objeto: member.objeto, desde_s, segundos });
        member.remain -= segundos;
        length = Math.max(length, segundos);
      }
      free_s = desde_s + length + pausa_s;
      group.ready = desde_s + length + soak;
    }
    groups = groups.filter(({ members }) => members.some(({ remain }) => remain > 0));
  }
  return [...spans, ...pumps(spans, farm)];
};

/** A pump runs with its valves, on later and off earlier; a pump that is a step itself is left to the program. */
export const pumps = (spans: readonly Span[], farm: Farm): Span[] => {
  const mine = new Set(spans.map(({ objeto }) => objeto));
  return farm.pumps.flatMap(({ switch_id, valves, encendido_s, apagado_s }) => {
    const objeto: StepTarget = `s${switch_id}`;
    if (mine.has(objeto)) return [];
    const theirs = spans.filter((span) => span.objeto.startsWith('s') && valves.has(Number(span.objeto.slice(1))));
    return merged(theirs)
      .map(([from, to]) => ({ objeto, desde_s: from + encendido_s, segundos: to - apagado_s - from - encendido_s }))
      .filter(({ segundos }) => segundos > 0);
  });
};

/** Periods in which at least one span runs. */
const merged = (spans: readonly Span[]): [from: number, to: number][] => {
  const all: [number, number][] = [];
  for (const { desde_s, segundos } of [...spans].sort((a, b) => a.desde_s - b.desde_s)) {
    const last = all.at(-1);
    if (last && desde_s <= last[1]) last[1] = Math.max(last[1], desde_s + segundos);
    else all.push([desde_s, desde_s + segundos]);
  }
  return all;
};

/** Time from the start to the end of the last span, s. */
export const spanOf = (spans: readonly Span[]): number =>
  spans.reduce((most, { desde_s, segundos }) => Math.max(most, desde_s + segundos), 0);
