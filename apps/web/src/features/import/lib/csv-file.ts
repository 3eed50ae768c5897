import { IMPORT_COLUMNS, IMPORT_MAX, type ImportCells, type ImportError, type ImportFila } from '@acequia/contracts';
import { texts } from '../textos.js';

/** Beginnings that a spreadsheet reads as a formula. An apostrophe before them is taken off again when the file is read. */
const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED = /^'+[=+\-@\t\r]/;
const escaped = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);
const plain = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);

/** UTF-8 byte order mark: without it spreadsheets read accents wrong. */
const BOM = '\uFEFF';

export async function toCsv(rows: readonly ImportCells[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const data = rows.map((row) => IMPORT_COLUMNS.map((column) => escaped(row[column] ?? '')));
  return BOM + papa.unparse({ fields: [...IMPORT_COLUMNS], data });
}

/** The lines of a file with the numbers that a spreadsheet shows; empty lines are left out. */
export async function fromCsv(text: string): Promise<{ filas: ImportFila[]; errores: ImportError[] }> {
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: '' });
  const [header = [], ...lines] = data;
  const columns = header.map((cell) => cell.trim().toLowerCase());
  const unknown = columns.filter((column) => column !== '' && !IMPORT_COLUMNS.includes(column));
  const errores: ImportError[] = unknown.map((column) => ({ linea: 1, campo: column, mensaje: texts.unknownColumn }));
  const repeated = new Set(columns.filter((column, at) => column !== '' && columns.indexOf(column) !== at));
  errores.push(...[...repeated].map((column) => ({ linea: 1, campo: column, mensaje: texts.repeatedColumn })));
  if (!columns.includes('tipo')) errores.push({ linea: 1, campo: 'tipo', mensaje: texts.noTipo });
  const filas = lines.flatMap((cells, i): ImportFila[] => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const linea = i + 2;
    if (cells.length > columns.length) errores.push({ linea, campo: 'tipo', mensaje: texts.tooManyCells });
    const campos = Object.fromEntries(
      columns.flatMap((column, at) => (column && cells[at] ? [[column, plain(cells[at])]] : [])),
    );
    return [{ linea, campos }];
  });
  if (filas.length === 0) errores.push({ linea: 1, campo: 'tipo', mensaje: texts.noLines });
  if (filas.length > IMPORT_MAX)
    errores.push({ linea: IMPORT_MAX + 2, campo: 'tipo', mensaje: texts.tooMany(IMPORT_MAX) });
  return { filas, errores };
}
