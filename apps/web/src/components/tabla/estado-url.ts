import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Orden } from './columna.js';

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
  const [params, setParams] = useSearchParams();
  const pagina = Number(params.get('pagina'));
  const cambiar = useCallback<EstadoDeTabla['cambiar']>(
    (cambios) => {
      setParams(
        (previos) => {
          const next = new URLSearchParams(previos);
          const poner = (clave: string, valor: string) => (valor ? next.set(clave, valor) : next.delete(clave));
          if (cambios.q !== undefined) poner('q', cambios.q);
          if (cambios.orden !== undefined) poner('orden', escribirOrden(cambios.orden));
          if (cambios.pagina !== undefined) poner('pagina', cambios.pagina > 1 ? String(cambios.pagina) : '');
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return {
    q: params.get('q') ?? '',
    orden: leerOrden(params.get('orden')),
    pagina: Number.isInteger(pagina) && pagina > 0 ? pagina : 1,
    cambiar,
  };
}
