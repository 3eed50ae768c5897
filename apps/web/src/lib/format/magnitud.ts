import { type MagnitudClave, magnitudOf } from '@acequia/contracts';
import { numero } from './format.js';

/** A value with its unit, as fine as people read it. */
export const inUnit = (magnitud: MagnitudClave, valor: number): string => {
  const { unidad, decimales } = magnitudOf(magnitud);
  const written = numero(Number(valor.toFixed(decimales)));
  return unidad === '' || unidad === '°' ? `${written}${unidad}` : `${written} ${unidad}`;
};
