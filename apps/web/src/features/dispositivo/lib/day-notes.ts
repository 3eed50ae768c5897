import type { EnergiaDia } from '@acequia/contracts';
import { texts } from '../textos.js';

/** What a person has to know of the number of a day. */
export const notesOf = ({ reinicio, lectura_omitida }: EnergiaDia): string[] => [
  ...(reinicio ? [texts.restarted] : []),
  ...(lectura_omitida ? [texts.omitted] : []),
];

/** Its number does not tell the whole day. */
export const isPartial = ({ incompleto, en_curso, reinicio }: EnergiaDia): boolean =>
  incompleto || en_curso || reinicio;

/** DD/MM of a date. */
export const shortDay = (fecha: string): string => `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}`;
