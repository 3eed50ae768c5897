import type { DatosDeAviso, NombreDePlaca, NombreDeSwitch } from '@acequia/contracts';

export const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
export const raised = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
export const list = (names: readonly (string | number)[], more: number): string =>
  `${names.join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
/** YYYY-MM-DD as people read it. */
export const date = (dia: string): string => dia.split('-').reverse().join('/');

export const board = ({ nombre, numero, sitio }: NombreDePlaca): string =>
  `${nombre === '' ? `Placa ${numero}` : `${nombre} (placa ${numero})`}${sitio ? `, ${sitio}` : ''}`;
export const valve = ({ zona, nombre }: NombreDeSwitch): string => `${zona} - ${nombre}`;
const DELETED = 'un switch eliminado';
export const named = (one: NombreDeSwitch | string | null): string =>
  one === null ? DELETED : typeof one === 'string' ? one : valve(one);
export const moment = ({ hora, dia }: DatosDeAviso['plan_sin_tomar']['primero']): string =>
  dia === null ? `las ${hora}` : `las ${hora} del ${date(dia).slice(0, 5)}`;
