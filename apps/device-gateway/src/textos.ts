import { exactDuration, inUnit, type MagnitudClave, magnitudOf, unscaled } from '@acequia/contracts';

/** Why an order, a message or a change is refused. */
export const texts = {
  lockoutOfOther: (who: string) => `Lo libera ${who} o un administrador.`,
  tokenLimit: (limit_s: number) => `Este token enciende por ${exactDuration(limit_s)} como máximo.`,
  keyUsed: 'Esa Idempotency-Key ya se usó para otra cosa.',
  moreInMessage: (detalle: string, more: number) => `${detalle} (y ${more} más en el mismo mensaje)`,
  topicNotAllowed: 'La placa no puede publicar en este tópico',
  empresaInactive: 'La empresa está suspendida o vencida.',
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
} as const;
