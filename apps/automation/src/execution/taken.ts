import type { StoredMotivos } from '../storage/motivo.js';
import type { TurnOfDevice } from './device-turns.service.js';

/** A turn that an instance has claimed. */
export interface Taken extends StoredMotivos {
  turno_id: string;
  empresa_id: number;
  switch_id: number | null;
  dispositivo_id: number | null;
  inicio: string;
  segundos: number;
  tarde_s: number;
  /** When it was tried first: its end counts from here, however long it has to wait. */
  real_inicio: string;
  /** When it was claimed for this attempt. */
  orden_en: string;
  /** The name of its program; null = it was deleted. */
  programa: string | null;
}

export const COLUMNS = `turno_id, empresa_id, motivo, motivos, switch_id, dispositivo_id, inicio, segundos, tarde_s, real_inicio, orden_en,
  (SELECT p.nombre FROM programas p WHERE p.id = programa_id) AS programa`;
export const END = 'real_inicio + segundos * 1000::bigint';

export const endOf = ({ real_inicio, segundos }: Taken): number => Number(real_inicio) + segundos * 1_000;

export const isOfDevice = (turno: Taken): turno is Taken & TurnOfDevice => turno.dispositivo_id !== null;

export const leftOf = ({ segundos, real_inicio }: Taken): number => {
  const left_s = Math.ceil(segundos - (Date.now() - Number(real_inicio)) / 1_000);
  return Math.max(1, Math.min(segundos, left_s));
};
