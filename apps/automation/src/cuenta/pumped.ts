import type { EstadoTurno } from '@acequia/contracts';
import { TOLERANCE_S } from '../outcomes/outcome.js';
import { type Motivos, withMotivo } from '../storage/motivo.js';

/** When a switch was on. Times in ms. */
export interface TimeOn {
  real_inicio: number;
  /** null = unknown. */
  real_segundos: number | null;
}

/** An ended turn of a valve. */
export interface ValveTurn extends TimeOn {
  real_segundos: number;
  estado: EstadoTurno;
  motivos: Motivos;
}

export interface Pumped {
  estado: EstadoTurno;
  motivos: Motivos;
  /** null = unknown. */
  con_bomba_s: number | null;
}

const endOf = ({ real_inicio, real_segundos }: TimeOn): number => real_inicio + (real_segundos ?? 0) * 1_000;

/** Seconds of a turn in which its pump was on; null = unknown. `pump`: the pump's turns of that time. */
export const secondsWithPump = (valve: ValveTurn, pump: readonly TimeOn[]): number | null => {
  if (pump.some(({ real_segundos }) => real_segundos === null)) return null;
  let [until, sum] = [valve.real_inicio, 0];
  for (const run of [...pump].sort((a, b) => a.real_inicio - b.real_inicio)) {
    const to = Math.min(endOf(run), endOf(valve));
    sum += Math.max(0, to - Math.max(run.real_inicio, until));
    until = Math.max(until, to);
  }
  return Math.round(sum / 1_000);
};

/** Whether its pump ran for all of a turn. `apart_s`: how long a valve is open before its pump goes on and after it goes off. */
export const isEnough = ({ real_segundos }: ValveTurn, con_bomba_s: number | null, apart_s: number): boolean =>
  con_bomba_s !== null && con_bomba_s > 0 && con_bomba_s >= real_segundos - apart_s - TOLERANCE_S;

/** What became of a turn, by its pump. */
export const byPump = (valve: ValveTurn, con_bomba_s: number | null, apart_s: number): Pumped => {
  const { estado, motivos, real_segundos } = valve;
  if (con_bomba_s === null || isEnough(valve, con_bomba_s, apart_s)) return { estado, motivos, con_bomba_s };
  if (con_bomba_s === 0)
    return { estado: 'perdido', motivos: withMotivo(motivos, { codigo: 'bomba_no_encendio' }), con_bomba_s };
  const short = { codigo: 'bomba_corta', segundos: con_bomba_s, total_s: real_segundos } as const;
  return { estado: 'parcial', motivos: withMotivo(motivos, short), con_bomba_s };
};
