import { duracion } from '../../../lib/format/duration.js';
import { textos } from '../textos.js';

/** In what a person types a longest time on; s. */
export const UNIDADES = { min: 60, h: 3_600 } as const;
export type Unidad = keyof typeof UNIDADES;

/** The unit in which `segundos` reads shortest; hours where nothing was said. */
export const unidadDe = (segundos: number | null): Unidad =>
  segundos !== null && segundos % UNIDADES.h !== 0 ? 'min' : 'h';

/** A switch's own limit as it is read; null where it has that of its type. */
export const maximoEscrito = (segundos: number | null): string | null =>
  segundos === null ? null : segundos === 0 ? textos.maximo.sinLimite : duracion(segundos / 60);
