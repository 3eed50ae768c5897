import { spanish } from '../../lib/spanish-order.js';
import type { ReactNode } from 'react';

export type Valor = string | number | null;

/** One column of a {@link Tabla}. */
export interface Columna<T> {
  id: string;
  titulo: string;
  /** What is sorted, searched and exported; null sorts last. */
  valor: (fila: T) => Valor;
  /** What is shown, when it is not the value itself. */
  celda?: (fila: T) => ReactNode;
  /** A second line from this column to the end of its row: what would be cut off in a cell. */
  nota?: (fila: T) => ReactNode;
  /** What is exported, when it is not the value: one that only sorts well. */
  enCsv?: (fila: T) => Valor;
  /** CSS width. */
  ancho: string;
  /** Numbers stand at the end of their column. */
  alFinal?: boolean;
  /** On a phone a row is a card: `titulo` heads it, `oculta` stays away. */
  enTarjeta?: 'titulo' | 'oculta';
}

const DIACRITICOS = /\p{M}/gu;
const plano = (text: string): string => text.normalize('NFD').replace(DIACRITICOS, '').toLowerCase();

/** Rows that hold every word of `q`, in any column, whatever the accents. */
export function filtrar<T>(filas: readonly T[], columnas: readonly Columna<T>[], q: string): readonly T[] {
  const palabras = plano(q).split(/\s+/).filter(Boolean);
  if (palabras.length === 0) return filas;
  return filas.filter((fila) => {
    const texto = plano(columnas.map(({ valor }) => valor(fila) ?? '').join('\u0001'));
    return palabras.every((palabra) => texto.includes(palabra));
  });
}

export interface Orden {
  columna: string;
  descendente: boolean;
}

/** Sorted as a person would: numbers by size, text by Spanish rules, what is missing last either way. */
export function ordenar<T>(filas: readonly T[], columnas: readonly Columna<T>[], orden: Orden | null): readonly T[] {
  const columna = columnas.find(({ id }) => id === orden?.columna);
  if (!columna || !orden) return filas;
  const signo = orden.descendente ? -1 : 1;
  return filas
    .map((fila) => ({ fila, valor: columna.valor(fila) }))
    .sort((a, b) => {
      const vacioA = a.valor === null || a.valor === '';
      const vacioB = b.valor === null || b.valor === '';
      if (vacioA || vacioB) return Number(vacioA) - Number(vacioB);
      if (typeof a.valor === 'number' && typeof b.valor === 'number') return signo * (a.valor - b.valor);
      return signo * spanish.compare(String(a.valor), String(b.valor));
    })
    .map(({ fila }) => fila);
}
