import { guardarCsv } from '../../lib/http/save-file.js';
import type { Columna } from './column.js';

/** UTF-8 byte order mark: without it spreadsheets read accents wrong. */
const BOM = '\uFEFF';

/** The rows as they are shown, as a CSV file; a cell that a spreadsheet would take for a formula is escaped. */
export async function exportarCsv<T>(filas: readonly T[], columnas: readonly Columna<T>[], archivo: string) {
  const { default: papa } = await import('papaparse');
  const texto = papa.unparse(
    {
      fields: columnas.map(({ titulo }) => titulo),
      data: filas.map((fila) => columnas.map(({ valor, enCsv = valor }) => enCsv(fila) ?? '')),
    },
    { escapeFormulae: true },
  );
  guardarCsv([BOM, texto], archivo);
}
