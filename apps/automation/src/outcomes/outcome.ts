import type { CorridaDePlaca, EstadoTurno } from '@acequia/contracts';
import { CUT_SHORT, NOT_BEGUN } from './textos.js';

/** A run that ends this much before its time still counts as planned, s. */
export const TOLERANCE_S = 3;

export interface Outcome {
  estado: EstadoTurno;
  real_inicio: number | null;
  real_segundos: number;
  motivo: string | null;
}

/** A turn that was decided or changed before keeps that reason; what happened is added to it. */
export const withReason = (known: string | null, motivo: string): string => {
  const then = motivo.charAt(0).toLowerCase() + motivo.slice(1);
  if (known === null || known === motivo) return motivo;
  return known.endsWith(then) ? known : `${known}; ${then}`;
};

/** The outcome of a turn from a board's report, which may be repeated. An OFF has the reason of who ended it. */
export const outcomeOf = (
  { started, secs, end }: Pick<CorridaDePlaca, 'started' | 'secs' | 'end'>,
  turno: { segundos: number; motivo: string | null },
): Outcome => {
  const reason = (motivo: string): string =>
    end === 'off' ? (turno.motivo ?? motivo) : withReason(turno.motivo, motivo);
  if (started === null) {
    const { estado, motivo } = NOT_BEGUN[end];
    return { estado, real_inicio: null, real_segundos: 0, motivo: reason(motivo) };
  }
  const whole = end === 'volume' || secs >= turno.segundos - TOLERANCE_S;
  return {
    estado: whole ? 'cumplido' : 'parcial',
    real_inicio: started * 1_000,
    real_segundos: secs,
    motivo: whole ? turno.motivo : reason(CUT_SHORT[end]),
  };
};
