import type { CorridaDePlaca, EstadoTurno } from '@acequia/contracts';
import { CUT_SHORT, NOT_BEGUN, texts } from './textos.js';

/** A run that ends this much before its time still counts as planned, s. */
export const TOLERANCE_S = 3;
/** Of its volume a turn may lack this little: a pulse of its meter. */
const ENOUGH_SHARE = 0.99;

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
  { started, secs, end, litres = null }: Pick<CorridaDePlaca, 'started' | 'secs' | 'end' | 'litres'>,
  turno: { segundos: number; motivo: string | null; volumen_l?: number | null; full?: boolean },
): Outcome => {
  const reason = (motivo: string): string =>
    end === 'off' ? (turno.motivo ?? motivo) : withReason(turno.motivo, motivo);
  if (started === null) {
    const { estado, motivo } = NOT_BEGUN[end];
    return { estado, real_inicio: null, real_segundos: 0, motivo: reason(motivo) };
  }
  const begun = { real_inicio: started * 1_000, real_segundos: secs };
  const isFull = end === 'volume' || turno.full === true;
  const isLong = secs >= turno.segundos - TOLERANCE_S;
  const wanted = turno.volumen_l ?? 0;
  if (isLong && !isFull && litres !== null && litres < wanted * ENOUGH_SHARE)
    return { ...begun, estado: 'parcial', motivo: withReason(turno.motivo, texts.shortOfVolume(litres, wanted)) };
  const whole = isFull || isLong;
  return {
    ...begun,
    estado: whole ? 'cumplido' : 'parcial',
    motivo: whole ? turno.motivo : reason(CUT_SHORT[end]),
  };
};
