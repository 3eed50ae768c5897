import type { PreviousTurno } from '@acequia/contracts';

/** The fields of a turn that a lane needs, previewed or planned. */
export type LaneTurno = Pick<
  PreviousTurno,
  'turno_id' | 'switch_id' | 'dispositivo_id' | 'inicio' | 'segundos' | 'volumen_m3'
>;

export interface Bar<T extends LaneTurno = LaneTurno> {
  id: string;
  /** Percent of the lane's width. */
  left: number;
  width: number;
  turno: T;
}
export interface Lane<T extends LaneTurno = LaneTurno> {
  /** `s<switch>` or `d<dispositivo>`. */
  objeto: string;
  /** The first of its turns, in sight or not. */
  first: T;
  bars: Bar<T>[];
  /** Total of all its turns, s; of those that end by their volume, their m³ instead. */
  seconds: number;
  timed: number;
  m3: number;
}

/** Narrowest visible bar, percent. */
const NARROWEST = 0.4;

export const objetoOf = ({ switch_id, dispositivo_id }: Pick<PreviousTurno, 'switch_id' | 'dispositivo_id'>): string =>
  switch_id === null ? `d${dispositivo_id}` : `s${switch_id}`;

/** Position of an interval in [from, to), ms, as percentages; cut off at the edges. */
export const placeIn = (start: number, end: number, from: number, to: number): { left: number; width: number } => {
  const percent = (at: number): number => Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
  const width = Math.max(NARROWEST, percent(end) - percent(start));
  return { left: Math.min(percent(start), 100 - width), width };
};

/** One lane per valve, in the order of their first turns. */
export const lanesOf = <T extends LaneTurno>(turnos: readonly T[], from: number, to: number): Lane<T>[] => {
  const lanes = new Map<string, Lane<T>>();
  for (const turno of turnos) {
    const objeto = objetoOf(turno);
    const lane = lanes.get(objeto) ?? { objeto, first: turno, bars: [], seconds: 0, timed: 0, m3: 0 };
    lanes.set(objeto, lane);
    lane.seconds += turno.segundos;
    lane.timed += (turno.volumen_m3 ?? null) === null ? turno.segundos : 0;
    lane.m3 += turno.volumen_m3 ?? 0;
    const end = turno.inicio + turno.segundos * 1_000;
    if (end > from && turno.inicio < to)
      lane.bars.push({ id: turno.turno_id, ...placeIn(turno.inicio, end, from, to), turno });
  }
  return [...lanes.values()];
};

/** Water volume, m³; null where no flow is declared. `flow` in m³/h. */
export const cubicOf = (seconds: number, flow: number | null): number | null =>
  flow === null ? null : (flow * seconds) / 3_600;
