import type { ProteccionDeControl } from './agenda.js';
import type { ProteccionGuardada } from './proteccion.js';

type Terms = Pick<
  ProteccionDeControl,
  'above' | 'below' | 'for_s' | 'grace_s' | 'no_data' | 'until' | 'bypass_until' | 'freed' | 'nombre'
>;

const untilOf = (libera: ProteccionGuardada['libera']): Terms['until'] => {
  if (libera === 'persona') return 'person';
  return 'valor' in libera ? { value: libera.valor } : { s: libera.minutos * 60 };
};

const limitOf = ({ cuando, valor }: Pick<ProteccionGuardada, 'cuando' | 'valor'>): Pick<Terms, 'above' | 'below'> => {
  if (cuando === 'arriba') return { above: valor };
  return cuando === 'abajo' ? { below: valor } : {};
};

/** A protection in the words of the wire, without its point, its pins and its flow. `now` in ms. */
export const termsOf = (proteccion: Omit<ProteccionGuardada, 'version'>, now: number): Terms => {
  const { durante_s, gracia_s, sin_dato, libera, omitida_hasta, soltada, nombre } = proteccion;
  return {
    ...limitOf(proteccion),
    for_s: durante_s,
    grace_s: gracia_s,
    no_data: sin_dato === 'apagar' ? 'off' : 'go',
    until: untilOf(libera),
    ...(omitida_hasta !== null && omitida_hasta > now && { bypass_until: Math.ceil(omitida_hasta / 1000) }),
    ...(soltada > 0 && { freed: soltada }),
    nombre,
  };
};
