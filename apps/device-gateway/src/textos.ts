import {
  type CaudalMal,
  exactDuration,
  flowCause,
  inUnit,
  type MagnitudClave,
  magnitudOf,
  unscaled,
} from '@acequia/contracts';

/** "05:12"; of another day "3 may, 05:12". */
const timeOf = (ts: number, timeZone: string): string => {
  const day = (at: number): string => new Intl.DateTimeFormat('es-MX', { timeZone, dateStyle: 'short' }).format(at);
  const date = day(ts) === day(Date.now()) ? {} : { day: 'numeric' as const, month: 'short' as const };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('es-MX', { timeZone, ...date, ...clock }).format(ts);
};

/** Why an order, a message or a change is refused. */
export const texts = {
  personTurnedOff: 'Una persona acaba de apagarlo.',
  lockoutOfOther: (who: string) => `Lo libera ${who} o un administrador.`,
  protectedBy: (sw: string, nombre: string, desde: number | null, caudal: CaudalMal | undefined, zona: string) =>
    `${sw}: la protección «${nombre}» la mantiene apagada${desde === null ? '' : ` desde ${timeOf(desde, zona)}`}${caudal ? ` (${flowCause(caudal)})` : ''}.`,
  lockedBy: (who: string, motivo: string) => `Bloqueado por ${who}: ${motivo}`,
  switchInactive: 'El switch está desactivado.',
  longestOn: (maximum_s: number) => `Este switch puede quedar encendido ${exactDuration(maximum_s)} como máximo`,
  tokenLimit: (limit_s: number) => `Este token enciende por ${exactDuration(limit_s)} como máximo.`,
  keyUsed: 'Esa Idempotency-Key ya se usó para otra cosa.',
  resting: (left_s: number) =>
    `El switch se apagó hace poco. Espera ${left_s} ${left_s === 1 ? 'segundo' : 'segundos'} antes de encenderlo otra vez.`,
  moreInMessage: (detalle: string, more: number) => `${detalle} (y ${more} más en el mismo mensaje)`,
  topicNotAllowed: 'La placa no puede publicar en este tópico',
  empresaInactive: 'La empresa está suspendida o vencida.',
  meterOnly: 'Una centinela mide; no se enciende ni se apaga.',
  medidas: {
    unknown: 'No existe un punto con ese id que reciba valores por la API.',
    whichEmpresa: 'Di la empresa con empresa_id en la dirección',
    inactive: 'El punto está inactivo.',
    ahead: 'La hora está en el futuro.',
    tooOld: 'La hora es anterior a lo que se conserva.',
    outside: (magnitud: MagnitudClave) => {
      const { nombre, minimo, maximo } = magnitudOf(magnitud);
      return `${nombre} va de ${minimo} a ${inUnit(magnitud, maximo)}.`;
    },
    taken: (magnitud: MagnitudClave, kept: number | null) =>
      `A esa hora el punto ya dice ${kept === null ? 'que no hay valor' : inUnit(magnitud, unscaled(magnitud, kept))}: cuenta lo primero.`,
  },
  expiredUnsent: 'El comando venció sin enviarse.',
} as const;
