import { useCallback } from 'react';
import { useDireccion } from '../../lib/address.js';
import type { Orden } from './column.js';

/** Rows to a page: what the pager jumps by and the address remembers. */
export const FILAS_POR_PAGINA = 50;

export interface EstadoDeTabla {
  q: string;
  orden: Orden | null;
  /** From 1. */
  pagina: number;
  cambiar: (cambios: Partial<{ q: string; orden: Orden | null; pagina: number }>) => void;
}

const leerOrden = (texto: string | null): Orden | null =>
  texto ? { columna: texto.replace(/^-/, ''), descendente: texto.startsWith('-') } : null;
const escribirOrden = (orden: Orden | null): string => (orden ? `${orden.descendente ? '-' : ''}${orden.columna}` : '');

/** A table's search, order and page, kept in the address (`q`, `orden`, `pagina`): a link or a reload shows the same rows. */
export function useEstadoDeTabla(): EstadoDeTabla {
  const { params, cambiar: cambiarDireccion } = useDireccion();
  const pagina = Number(params.get('pagina'));
  const cambiar = useCallback<EstadoDeTabla['cambiar']>(
    ({ q, orden, pagina: otra }) =>
      cambiarDireccion({
        ...(q !== undefined && { q }),
        ...(orden !== undefined && { orden: escribirOrden(orden) }),
        ...(otra !== undefined && { pagina: otra > 1 ? String(otra) : '' }),
      }),
    [cambiarDireccion],
  );
  return {
    q: params.get('q') ?? '',
    orden: leerOrden(params.get('orden')),
    pagina: Number.isInteger(pagina) && pagina > 0 ? pagina : 1,
    cambiar,
  };
}
