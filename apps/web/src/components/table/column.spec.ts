import { filtrar, ordenar, type Columna } from './column.js';

interface Fila {
  id: number;
  nombre: string | null;
}
const columnas: Columna<Fila>[] = [
  { id: 'id', titulo: 'ID', valor: ({ id }) => id, ancho: '4rem' },
  { id: 'nombre', titulo: 'Nombre', valor: ({ nombre }) => nombre, ancho: '10rem' },
];
const filas: Fila[] = [
  { id: 10, nombre: 'Pozo 10' },
  { id: 9, nombre: 'pozo 9' },
  { id: 2, nombre: null },
  { id: 3, nombre: 'Álamo' },
];
const ids = (rows: readonly Fila[]): number[] => rows.map(({ id }) => id);

describe('the rows of a table', () => {
  it('sort numbers by size and text by Spanish rules', () => {
    expect(ids(ordenar(filas, columnas, { columna: 'id', descendente: false }))).toEqual([2, 3, 9, 10]);
    expect(ids(ordenar(filas, columnas, { columna: 'nombre', descendente: false }))).toEqual([3, 9, 10, 2]);
  });

  it('leave what is missing at the end, in either direction', () => {
    expect(ids(ordenar(filas, columnas, { columna: 'nombre', descendente: true }))).toEqual([10, 9, 3, 2]);
  });

  it('stay as they came for a column nobody knows', () => {
    expect(ordenar(filas, columnas, { columna: 'otra', descendente: false })).toBe(filas);
  });

  it('are found by every word, in any column, without accents or case', () => {
    expect(ids(filtrar(filas, columnas, 'alamo'))).toEqual([3]);
    expect(ids(filtrar(filas, columnas, 'POZO 9'))).toEqual([9]);
    expect(filtrar(filas, columnas, '  ')).toBe(filas);
  });
});
