import type { CorridaDePlaca, EstadoTurno } from '@acequia/contracts';

/** A run that ends this much before its time still counts as planned, s. */
export const TOLERANCE_S = 3;

export interface Outcome {
  estado: EstadoTurno;
  real_inicio: number | null;
  real_segundos: number;
  motivo: string | null;
}

const NOT_BEGUN: Readonly<Record<CorridaDePlaca['end'], { estado: EstadoTurno; motivo: string }>> = {
  done: { estado: 'perdido', motivo: 'La placa lo dio por hecho sin encender' },
  off: { estado: 'omitido', motivo: 'Se quitó antes de empezar' },
  limit: { estado: 'perdido', motivo: 'El switch ya estaba en su máximo encendido' },
  interlock: { estado: 'perdido', motivo: 'Un enclavamiento de la placa no dejó encender' },
  locked: { estado: 'omitido', motivo: 'El switch estaba bloqueado' },
  late: { estado: 'perdido', motivo: 'La placa no pudo empezar a tiempo' },
  power: { estado: 'perdido', motivo: 'La placa estaba sin corriente' },
  clock: { estado: 'perdido', motivo: 'La placa no sabía la hora' },
};

const CUT_SHORT: Readonly<Record<CorridaDePlaca['end'], string>> = {
  done: 'La placa empezó tarde',
  off: 'Se apagó antes de su hora',
  limit: 'Llegó a su máximo encendido',
  interlock: 'Un enclavamiento lo apagó',
  locked: 'Se bloqueó el switch',
  late: 'La placa empezó tarde',
  power: 'La placa se quedó sin corriente',
  clock: 'La placa perdió la hora',
};

/** A turn that was decided or changed before keeps that reason, and is told what happened to it then. */
const withReason = (known: string | null, motivo: string): string => {
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
  const whole = secs >= turno.segundos - TOLERANCE_S;
  return {
    estado: whole ? 'cumplido' : 'parcial',
    real_inicio: started * 1_000,
    real_segundos: secs,
    motivo: whole ? turno.motivo : reason(CUT_SHORT[end]),
  };
};
