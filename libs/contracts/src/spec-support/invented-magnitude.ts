import { type Magnitud, type MagnitudClave, MAGNITUDES } from '../magnitudes.js';
import { MagnitudKey } from '../punto.js';

/**
 * The key of a magnitude that nobody measures. Import it before what reads the catalogue, which then has it as if it were written there. A
 * service gets it by `--import` of this file.
 */
export const INVENTED = 'turbidez' as string as MagnitudClave;

const entry: Magnitud = {
  nombre: 'Turbidez',
  unidad: 'NTU',
  clase: 'instantanea',
  decimales: 1,
  escala: 100,
  minimo: 0,
  maximo: 4_000,
  color: 'agua',
  icono: 'matraz',
  eje: 50,
  limites: { pozo: { alto: 1_000 } },
};
Object.assign(MAGNITUDES, { [INVENTED]: entry });
// A schema takes its keys when it is made.
MagnitudKey._zod.values.add(INVENTED);
