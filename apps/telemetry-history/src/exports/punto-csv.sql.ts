import { type MagnitudClave, magnitudOf } from '@acequia/contracts';
import pg from 'pg';
import { cell, fecha, inside, textCell } from './csv.sql.js';
import type { Window } from './windows.js';
import { PUNTO_COLUMNS as titles } from '../textos.js';

const literal = pg.escapeLiteral;

export const puntoHeader = (magnitud: MagnitudClave): string => {
  const { nombre, unidad } = magnitudOf(magnitud);
  return [titles.fecha, titles.punto, unidad ? `${nombre} (${unidad})` : nombre].map(textCell).join(',');
};

/** Number of those rows, from the stored quarters. */
export const countPuntoSql = (punto_id: number, { desde, hasta }: Window): string => `
  SELECT sum(n) AS n FROM valores_15m WHERE punto_id = ${Number(punto_id)} AND ts < ${literal(hasta)}
     AND ts >= greatest(${literal(desde)}, (SELECT max(desde) FROM retencion WHERE tabla = 'valores'))`;

/**
 * Every value of a point in its magnitude's unit, in the order of the key; empty where the sensor gave none. COPY takes no parameters.
 * @param windows a value must lie within all of these windows
 */
export const puntoSql = (
  punto_id: number,
  { nombre, magnitud }: { nombre: string; magnitud: MagnitudClave },
  windows: readonly Window[],
): string => {
  const { escala, nombre: quantity } = magnitudOf(magnitud);
  return `
  SELECT ${fecha('ts')}, ${cell(literal(nombre || quantity))}, round(valor / ${escala}.0, ${Math.round(Math.log10(escala))})
    FROM valores WHERE punto_id = ${Number(punto_id)} AND ${inside('ts', ...windows)}
   ORDER BY ts`;
};
