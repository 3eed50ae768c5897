import { useCallback } from 'react';
import { useAddress } from '../../lib/address.js';
import type { Sorting } from './column.js';

/** Rows per page, for the pager and for `pagina` in the address. */
export const ROWS_PER_PAGE = 50;

export interface TableState {
  q: string;
  sorting: Sorting | null;
  /** Counts from 1. */
  page: number;
  change: (changes: Partial<{ q: string; sorting: Sorting | null; page: number }>) => void;
}

const readOrder = (text: string | null): Sorting | null =>
  text ? { column: text.replace(/^-/, ''), descending: text.startsWith('-') } : null;
const writeOrder = (sorting: Sorting | null): string =>
  sorting ? `${sorting.descending ? '-' : ''}${sorting.column}` : '';

/** A table's search, order and page, kept in the address (`q`, `orden`, `pagina`), so that a link or a reload shows the same rows. */
export function useTableState(): TableState {
  const { params, change: changeAddress } = useAddress();
  const page = Number(params.get('pagina'));
  const change = useCallback<TableState['change']>(
    ({ q, sorting, page: another }) =>
      changeAddress({
        ...(q !== undefined && { q }),
        ...(sorting !== undefined && { orden: writeOrder(sorting) }),
        ...(another !== undefined && { pagina: another > 1 ? String(another) : '' }),
      }),
    [changeAddress],
  );
  return {
    q: params.get('q') ?? '',
    sorting: readOrder(params.get('orden')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    change,
  };
}
