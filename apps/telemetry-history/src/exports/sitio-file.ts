import { AppError } from '@acequia/contracts';
import { widthSql, wideHeader, type Column, countSensorsSql, type Span } from './csv.sql.js';
import type { Export } from './export-file.js';

/** Switches with a sensor that one file may have side by side. */
const MAX_COLUMNS = 100;

/** One wiring of a switch of the site. */
export interface CableDeSitio extends Span {
  switch_id: number;
  nombre: string;
}

/** What the file of a site holds. Switches that share a sensor share its rows. @throws AppError datos_invalidos for too wide a file */
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
      detalles: [{ campo: 'query.formato', mensaje: `El sitio tiene más de ${MAX_COLUMNS} switches con sensor` }],
    });
  }
  const list = withDistinctNames([...columnas]);
  const partes = [...spans.values()];
  return {
    header: wideHeader(list),
    tabla: 'lecturas',
    entre: partes,
    query: (window) => widthSql(partes, list, window),
    howMany: partes.length > 0 ? countSensorsSql(partes) : null,
  };
};

/** Two switches of one name are told apart by their ids. */
const withDistinctNames = (columnas: readonly [number, Column][]): Column[] => {
  const veces = new Map<string, number>();
  for (const [, { nombre }] of columnas) veces.set(nombre, (veces.get(nombre) ?? 0) + 1);
  return columnas.map(([id, column]) =>
    veces.get(column.nombre) === 1 ? column : { ...column, nombre: `${column.nombre} (${id})` },
  );
};
