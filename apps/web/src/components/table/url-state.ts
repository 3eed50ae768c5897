import { useCallback } from 'react';
import { useAddress } from '../../lib/address.js';
import type { Sorting } from './column.js';

/** Rows per page, for the pager and for `pagina` in the address. */
export const ROWS_PER_PAGE = 50;

export interface TableState {
  q: string;
  orden: Sorting | null;
  /** Counts from 1. */
  page: number;
  change: (cambios: Partial<{ q: string; orden: Sorting | null; page: number }>) => void;
}

const readOrder = (text: string | null): Sorting | null =>
  text ? { column: text.replace(/^-/, ''), descending: text.startsWith('-') } : null;
const writeOrder = (orden: Sorting | null): string => (orden ? `${orden.descending ? '-' : ''}${orden.column}` : '');

/** A table's search, order and page, kept in the address (`q`, `orden`, `pagina`), so that a link or a reload shows the same rows. */
export function useTableState(): TableState {
  const { params, change: changeAddress } = useAddress();
  const page = Number(params.get('pagina'));
  const change = useCallback<TableState['change']>(
    ({ q, orden, page: another }) =>
      changeAddress({
        ...(q !== undefined && { q }),
        ...(orden !== undefined && { orden: writeOrder(orden) }),
        ...(another !== undefined && { pagina: another > 1 ? String(another) : '' }),
      }),
    [changeAddress],
  );
  return {
    q: params.get('q') ?? '',
    orden: readOrder(params.get('orden')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    change,
  };
}
