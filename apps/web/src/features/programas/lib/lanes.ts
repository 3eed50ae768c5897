import type { PreviousTurno } from '@acequia/contracts';

export interface Bar {
  id: string;
  /** Percent of the day's width. */
  left: number;
  width: number;
  turno: PreviousTurno;
}
export interface Lane {
  /** `s<switch>` or `d<dispositivo>`. */
  objeto: string;
  bars: Bar[];
}

/** Narrowest bar that can still be seen, percent. */
const NARROWEST = 0.6;

export const objetoOf = ({ switch_id, dispositivo_id }: Pick<PreviousTurno, 'switch_id' | 'dispositivo_id'>): string =>
  switch_id === null ? `d${dispositivo_id}` : `s${switch_id}`;

/** One lane a valve, in the order in which they first run; bars by their place in [from, to), ms. */
export const lanesOf = (turnos: readonly PreviousTurno[], from: number, to: number): Lane[] => {
  const lanes = new Map<string, Lane>();
  for (const turno of turnos) {
    const objeto = objetoOf(turno);
    const lane = lanes.get(objeto) ?? { objeto, bars: [] };
    lanes.set(objeto, lane);
    const left = ((turno.inicio - from) / (to - from)) * 100;
    const width = Math.max(NARROWEST, ((turno.segundos * 1_000) / (to - from)) * 100);
    lane.bars.push({ id: turno.turno_id, left: Math.min(left, 100 - width), width, turno });
  }
  return [...lanes.values()];
};
