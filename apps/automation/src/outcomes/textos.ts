import type { CausaFallo, CorridaDePlaca, EstadoTurno, FinDeEncendido } from '@acequia/contracts';

/** What became of a turn that its board did not begin, and why, by the end that the board reports. */
export const NOT_BEGUN: Readonly<Record<CorridaDePlaca['end'], { estado: EstadoTurno; motivo: string }>> = {
  done: { estado: 'perdido', motivo: 'La placa lo dio por hecho sin encender' },
  off: { estado: 'omitido', motivo: 'Se quitó antes de empezar' },
  limit: { estado: 'perdido', motivo: 'El switch ya estaba en su máximo encendido' },
  interlock: { estado: 'perdido', motivo: 'Un enclavamiento de la placa no dejó encender' },
  locked: { estado: 'omitido', motivo: 'El switch estaba bloqueado' },
  late: { estado: 'perdido', motivo: 'La placa no pudo empezar a tiempo' },
  power: { estado: 'perdido', motivo: 'La placa estaba sin corriente' },
  clock: { estado: 'perdido', motivo: 'La placa no sabía la hora' },
  volume: { estado: 'perdido', motivo: 'La placa lo dio por hecho sin encender' },
  protection: { estado: 'perdido', motivo: 'Una protección no dejó encender' },
};

/** Whose fault an end is; null = its switch's own, as the reason says. */
export const CAUSE_OF_END: Readonly<Record<CorridaDePlaca['end'], CausaFallo | null>> = {
  done: 'placa',
  off: null,
  limit: null,
  interlock: null,
  locked: null,
  late: 'placa',
  power: 'corriente',
  clock: 'reloj',
  volume: null,
  protection: null,
};

/** Why a turn was shorter than planned, by the end that the board reports. */
export const CUT_SHORT: Readonly<Record<CorridaDePlaca['end'], string>> = {
  done: 'La placa empezó tarde',
  off: 'Se apagó antes de su hora',
  limit: 'Llegó a su máximo encendido',
  interlock: 'Un enclavamiento lo apagó',
  locked: 'Se bloqueó el switch',
  late: 'La placa empezó tarde',
  power: 'La placa se quedó sin corriente',
  clock: 'La placa perdió la hora',
  volume: 'Llegó a su volumen',
  protection: 'Una protección lo apagó',
};

/** The same by what its pin says. */
export const CUT_TEXT: Readonly<Record<Exclude<FinDeEncendido['causa'], 'persona'>, string>> = {
  limite: 'Llegó a su máximo encendido',
  sistema: 'Lo apagó el sistema',
  enclavamiento: 'Un enclavamiento lo apagó',
  placa: 'La placa lo apagó antes de su hora',
  programa: 'Lo apagó un programa',
  regla: 'Lo apagó una regla de clima',
};

/** What the pin alone says; a report that comes later knows better. */
export const NEVER_ON = 'La placa no lo encendió';

const cubicMetres = (litros: number): string => String(Number((litros / 1_000).toFixed(2)));

export const texts = {
  shortOfVolume: (litros: number, wanted: number) =>
    `Llegó a su tiempo máximo con ${cubicMetres(litros)} de ${cubicMetres(wanted)} m³`,
  turnedOffBy: (who: string) => `Lo apagó ${who}`,
  system: 'el sistema',
  somebody: 'una persona',
  orderNotGiven: 'No se pudo dar la orden de encender',
} as const;
