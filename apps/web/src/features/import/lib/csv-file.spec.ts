import { fromCsv, toCsv } from './csv-file.js';
import { textOf } from '../../../lib/format/file-text.js';

const rows = [
  { tipo: 'empresa', nombre: 'Rancho «El Álamo», S.A.', telefono: '+52 55 1234', vence: '2099-12-31' },
  { tipo: 'usuario', empresa: 'Rancho «El Álamo», S.A.', nombre: '=cmd|calc', correo: '@a', rol: "'=1+1" },
  { tipo: 'placa', nombre: 'dos\nlíneas "y comillas"', placa: '1001' },
];

describe('the file of an import', () => {
  it('comes back as it was written', async () => {
    const { filas, errores } = await fromCsv(await toCsv(rows));
    expect(errores).toEqual([]);
    expect(filas.map(({ campos }) => campos)).toEqual(rows);
    expect(filas.map(({ linea }) => linea)).toEqual([2, 3, 4]);
  });

  it('holds no cell that a spreadsheet would run', async () => {
    const text = await toCsv(rows);
    for (const cell of text.split(/,|\r?\n/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r]/);
  });

  it('is read with semicolons too, as Excel writes it, and without its empty lines', async () => {
    const { filas, errores } = await fromCsv(
      'Tipo;nombre;vence\r\nempresa;Uno;2099-01-01\r\n;;\r\nempresa;Dos;2099-01-01\r\n',
    );
    expect(errores).toEqual([]);
    expect(filas.map(({ linea, campos }) => [linea, campos['nombre']])).toEqual([
      [2, 'Uno'],
      [4, 'Dos'],
    ]);
  });

  it('names a column that it does not know, and says when there is none of the kind or no line', async () => {
    expect((await fromCsv('tipo,color\nempresa,rojo')).errores).toMatchObject([{ linea: 1, campo: 'color' }]);
    expect((await fromCsv('tipo,nombre,Nombre\nempresa,Uno,Dos')).errores).toMatchObject([{ campo: 'nombre' }]);
    expect((await fromCsv('nombre\nUno')).errores).toMatchObject([{ linea: 1, campo: 'tipo' }]);
    expect((await fromCsv('tipo,nombre\n')).errores).toHaveLength(1);
  });

  it('keeps the accents of a file that Excel wrote in its own encoding, and of one in UTF-8', async () => {
    const written = 'tipo;nombre\r\nempresa;Rancho Ñandú, Peñón';
    expect(await textOf(new Blob([Buffer.from(written, 'latin1')]))).toBe(written);
    expect(await textOf(new Blob([written]))).toBe(written);
  });

  it('says of a workbook that it is none', async () => {
    await expect(textOf(new Blob([Buffer.from('PK\u0003\u0004\u0014\0', 'latin1')]))).rejects.toThrow(
      /guárdalo como CSV/,
    );
  });
});
