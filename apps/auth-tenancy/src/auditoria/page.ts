import type { AuditoriaSearch, AuditoriaFila } from '@acequia/contracts';

/** The service whose trail a row comes from, in ascending order of position within a microsecond. */
export const ORIGINS = ['a', 'g', 'i', 'l', 'm'] as const;
export type Origen = (typeof ORIGINS)[number];

export interface FilaDe extends AuditoriaFila {
  origen: Origen;
}

/** Upper bound of row ids. */
const MAX_ID = '9'.repeat(18);

/** Sort position of a row among the rows of all services: `<µs>.<origin>.<id>`. Unique; the cursor of GET /auditoria. */
export const positionOf = ({ ts_us, origen, id }: FilaDe): string => `${ts_us}.${origen}.${id}`;

/** The same position for one service's trail: within its microsecond, only rows with a lower position. */
export const beforeFor = (origen: Origen, position: string | undefined): AuditoriaSearch['antes'] => {
  if (position === undefined) return undefined;
  const [ts_us = '', otro = '', id = ''] = position.split('.');
  if (otro === origen) return { ts_us, id };
  return { ts_us, id: origen < otro ? MAX_ID : '0' };
};

const descending = (uno: string, otro: string): number => {
  const difference = BigInt(otro) - BigInt(uno);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
};

/** Merges the rows of all services into one list, newest first. */
export const merge = (rows: Readonly<Record<Origen, readonly AuditoriaFila[]>>): FilaDe[] =>
  ORIGINS.flatMap((origen) => rows[origen].map((fila): FilaDe => ({ ...fila, origen }))).sort(
    (una, another) =>
      descending(una.ts_us, another.ts_us) ||
      another.origen.localeCompare(una.origen) ||
      descending(una.id, another.id),
  );
