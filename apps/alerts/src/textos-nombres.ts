import type { DatosDeAviso, NombreDePlaca, NombreDeSwitch } from '@acequia/contracts';

export const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
export const raised = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
export const list = (names: readonly (string | number)[], more: number): string =>
  `${names.join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
/** YYYY-MM-DD as people read it. */
export const date = (dia: string): string => dia.split('-').reverse().join('/');

export const board = ({ nombre, numero, sitio }: NombreDePlaca): string =>
  `${nombre === '' ? `Placa ${numero}` : `${nombre} (placa ${numero})`}${sitio ? `, ${sitio}` : ''}`;
/** In place of a switch that the reader may not know. */
export const OTHER_SWITCH: NombreDeSwitch = { zona: '', nombre: '' };
export const isOther = (one: NombreDeSwitch | string | null): boolean =>
  one !== null && (typeof one === 'string' ? one : one.nombre) === '';
export const OTHER = 'un equipo';
export const valve = (one: NombreDeSwitch): string => (isOther(one) ? OTHER : `${one.zona} - ${one.nombre}`);
const DELETED = 'un switch eliminado';
export const named = (one: NombreDeSwitch | string | null): string =>
  one === null ? DELETED : isOther(one) ? OTHER : typeof one === 'string' ? one : valve(one);
/** Those that the reader may know by name, the others counted. */
export const listOf = (things: readonly (NombreDeSwitch | string | null)[], more: number): string => {
  const told = things.filter((one) => !isOther(one));
  const others = things.length - told.length + more;
  if (told.length === 0 && others > 0) return others === 1 ? OTHER : `${others} equipos`;
  return list(told.map(named), others);
};
export const moment = ({ hora, dia }: DatosDeAviso['plan_sin_tomar']['primero']): string =>
  dia === null ? `las ${hora}` : `las ${hora} del ${date(dia).slice(0, 5)}`;
