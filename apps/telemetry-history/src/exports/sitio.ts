import { AppError } from '@acequia/contracts';
import { anchoSql, cabeceraAncha, type Columna, cuantosSensoresSql, type Tramo } from './csv.sql.js';
import type { Exportacion } from './exportacion.js';

/** Switches with a sensor that one file may have side by side. */
const COLUMNAS_MAXIMO = 100;

/** One wiring of a switch of the site. */
export interface CableDeSitio extends Tramo {
  switch_id: number;
  nombre: string;
}

/** What the file of a site holds. Switches that share a sensor share its rows. @throws AppError datos_invalidos for too wide a file */
export const archivoDeSitio = (
  cables: readonly CableDeSitio[],
): Pick<Exportacion, 'cabecera' | 'tabla' | 'entre' | 'consulta' | 'cuantas'> => {
  const tramos = new Map<string, Tramo & { k: number }>();
  const columnas = new Map<number, Columna & { tramos: number[] }>();
  for (const { switch_id, nombre, placa_id, pin, desde, hasta } of cables) {
    const clave = [placa_id, pin, desde, hasta].join('|');
    const tramo = tramos.get(clave) ?? { placa_id, pin, desde, hasta, k: tramos.size };
    tramos.set(clave, tramo);
    const columna = columnas.get(switch_id) ?? { nombre, tramos: [] };
    columna.tramos.push(tramo.k);
    columnas.set(switch_id, columna);
  }
  if (columnas.size > COLUMNAS_MAXIMO) {
    throw new AppError('datos_invalidos', {
      detalles: [{ campo: 'query.formato', mensaje: `El sitio tiene más de ${COLUMNAS_MAXIMO} switches con sensor` }],
    });
  }
  const lista = conNombresDistintos([...columnas]);
  const partes = [...tramos.values()];
  return {
    cabecera: cabeceraAncha(lista),
    tabla: 'lecturas',
    entre: partes,
    consulta: (ventana) => anchoSql(partes, lista, ventana),
    cuantas: partes.length > 0 ? cuantosSensoresSql(partes) : null,
  };
};

/** Two switches of one name are told apart by their ids. */
const conNombresDistintos = (columnas: readonly [number, Columna][]): Columna[] => {
  const veces = new Map<string, number>();
  for (const [, { nombre }] of columnas) veces.set(nombre, (veces.get(nombre) ?? 0) + 1);
  return columnas.map(([id, columna]) =>
    veces.get(columna.nombre) === 1 ? columna : { ...columna, nombre: `${columna.nombre} (${id})` },
  );
};
