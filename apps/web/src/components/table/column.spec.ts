import { applyFilter, sort, type Column, widthsOf } from './column.js';

interface Row {
  id: number;
  nombre: string | null;
}
const columns: Column<Row>[] = [
  { id: 'id', title: 'ID', value: ({ id }) => id, width: '4rem' },
  { id: 'nombre', title: 'Nombre', value: ({ nombre }) => nombre, width: '10rem' },
];
const tableRows: Row[] = [
  { id: 10, nombre: 'Pozo 10' },
  { id: 9, nombre: 'pozo 9' },
  { id: 2, nombre: null },
  { id: 3, nombre: 'Álamo' },
];
const ids = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);

describe('the rows of a table', () => {
  it('sort numbers by size and text by Spanish rules', () => {
    expect(ids(sort(tableRows, columns, { column: 'id', descending: false }))).toEqual([2, 3, 9, 10]);
    expect(ids(sort(tableRows, columns, { column: 'nombre', descending: false }))).toEqual([3, 9, 10, 2]);
  });

  it('leave what is missing at the end, in either direction', () => {
    expect(ids(sort(tableRows, columns, { column: 'nombre', descending: true }))).toEqual([10, 9, 3, 2]);
  });

  it('stay as they came for a column nobody knows', () => {
    expect(sort(tableRows, columns, { column: 'otra', descending: false })).toBe(tableRows);
  });

  it('are found by every word, in any column, without accents or case', () => {
    expect(ids(applyFilter(tableRows, columns, 'alamo'))).toEqual([3]);
    expect(ids(applyFilter(tableRows, columns, 'POZO 9'))).toEqual([9]);
    expect(applyFilter(tableRows, columns, '  ')).toBe(tableRows);
  });
});

it('share among columns of text what the others leave, and leave each of them two thirds of its width', () =>
  expect(widthsOf([{ width: '4rem' }, { width: '10rem' }, { width: '30rem' }], 6)).toEqual([
    '4rem',
    'max(6.5rem, (100cqi - 10rem) * 0.25)',
    'max(19.5rem, (100cqi - 10rem) * 0.75)',
  ]));
