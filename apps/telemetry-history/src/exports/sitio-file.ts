import { AppError } from '@acequia/contracts';
import { wideSql, wideHeader, type Column, countSensorsSql, type Span } from './csv.sql.js';
import type { Export } from './export-file.js';
import { texts } from '../textos.js';

/** Maximum number of switches with a sensor in one file. */
const MAX_COLUMNS = 100;

/** One wiring of a sensor of a switch of the site. */
export interface CableDeSitio extends Span {
  switch_id: number;
  nombre: string;
}

/** Content of a site's file. Switches that share a sensor share its rows. @throws AppError datos_invalidos for too many columns */
export const sitioFile = (
  cables: readonly CableDeSitio[],
): Pick<Export, 'header' | 'tabla' | 'entre' | 'query' | 'howMany'> => {
  const spans = new Map<string, Span & { k: number }>();
  const columnas = new Map<number, Column & { spans: number[] }>();
  for (const { switch_id, nombre, placa_id, pin, desde, hasta } of cables) {
    const clave = [placa_id, pin, desde, hasta].join('|');
    const span = spans.get(clave) ?? { placa_id, pin, desde, hasta, k: spans.size };
    spans.set(clave, span);
    const column = columnas.get(switch_id) ?? { nombre, spans: [] };
    column.spans.push(span.k);
    columnas.set(switch_id, column);
  }
  if (columnas.size > MAX_COLUMNS) {
    throw new AppError('datos_invalidos', {
      detalles: [{ campo: 'query.formato', mensaje: texts.tooManySensors(MAX_COLUMNS) }],
    });
  }
  const list = withDistinctNames([...columnas]);
  const partes = [...spans.values()];
  return {
    header: wideHeader(list),
    tabla: 'lecturas',
    entre: partes,
    query: (window) => wideSql(partes, list, window),
    howMany: partes.length > 0 ? countSensorsSql(partes) : null,
  };
};

/** Adds the ids to the names of switches that share a name. */
const withDistinctNames = (columnas: readonly [number, Column][]): Column[] => {
  const veces = new Map<string, number>();
  for (const [, { nombre }] of columnas) veces.set(nombre, (veces.get(nombre) ?? 0) + 1);
  return columnas.map(([id, column]) =>
    veces.get(column.nombre) === 1 ? column : { ...column, nombre: `${column.nombre} (${id})` },
  );
};
