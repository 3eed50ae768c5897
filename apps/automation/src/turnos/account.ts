import type { CorridaDePlaca, EstadoTurno } from '@acequia/contracts';

/** A run that ends this much before its time still counts as planned, s. */
const TOLERANCE_S = 3;

export interface Account {
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

/** The outcome of a turn from a board's report. A person's reason for stopping it stays. */
export const accountOf = (
  { started, secs, end }: Pick<CorridaDePlaca, 'started' | 'secs' | 'end'>,
  turno: { segundos: number; motivo: string | null },
): Account => {
  if (started === null) {
    const { estado, motivo } = NOT_BEGUN[end];
    return { estado, real_inicio: null, real_segundos: 0, motivo: turno.motivo ?? motivo };
  }
  const whole = secs >= turno.segundos - TOLERANCE_S;
  return {
    estado: whole ? 'cumplido' : 'parcial',
    real_inicio: started * 1_000,
    real_segundos: secs,
    motivo: whole ? turno.motivo : (turno.motivo ?? CUT_SHORT[end]),
  };
};
