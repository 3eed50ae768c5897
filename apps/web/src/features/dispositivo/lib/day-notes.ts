import type { EnergiaDia } from '@acequia/contracts';
import { texts } from '../textos.js';

/** What a person has to know of the number of a day. */
export const notesOf = ({ reinicio, lectura_omitida }: EnergiaDia): string[] => [
  ...(reinicio ? [texts.restarted] : []),
  ...(lectura_omitida ? [texts.omitted] : []),
];

/** DD/MM of a date. */
export const shortDay = (fecha: string): string => `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}`;
