import type { AuditoriaBusqueda, AuditoriaFila } from '@acequia/contracts';

/** Which service's trail a row is of. In this order rows of the same microsecond stand. */
export const ORIGENES = ['a', 'g', 'i', 'l'] as const;
export type Origen = (typeof ORIGENES)[number];

export interface FilaDe extends AuditoriaFila {
  origen: Origen;
}

/** No row's id is above it. */
const ID_MAXIMO = '9'.repeat(18);

/** Where a row stands among those of all services: `<µs>.<origin>.<id>`. Unique, and the cursor of GET /auditoria. */
export const posicionDe = ({ ts_us, origen, id }: FilaDe): string => `${ts_us}.${origen}.${id}`;

/** The same position for one service's trail: of the rows of its own microsecond, those that stand before it. */
export const antesPara = (origen: Origen, posicion: string | undefined): AuditoriaBusqueda['antes'] => {
  if (posicion === undefined) return undefined;
  const [ts_us = '', otro = '', id = ''] = posicion.split('.');
  if (otro === origen) return { ts_us, id };
  return { ts_us, id: origen < otro ? ID_MAXIMO : '0' };
};

const descendente = (uno: string, otro: string): number => {
  const diferencia = BigInt(otro) - BigInt(uno);
  return diferencia === 0n ? 0 : diferencia > 0n ? 1 : -1;
};

/** Rows of all services as one list, newest first. */
export const mezclar = (filas: Readonly<Record<Origen, readonly AuditoriaFila[]>>): FilaDe[] =>
  ORIGENES.flatMap((origen) => filas[origen].map((fila): FilaDe => ({ ...fila, origen }))).sort(
    (una, otra) =>
      descendente(una.ts_us, otra.ts_us) || otra.origen.localeCompare(una.origen) || descendente(una.id, otra.id),
  );
