import { saveCsv } from '../../lib/http/save-file.js';
import type { Column } from './column.js';

/** UTF-8 byte order mark: without it spreadsheets read accents wrong. */
const BOM = '\uFEFF';

/** The rows as they are shown, as a CSV file; a cell that a spreadsheet would take for a formula is escaped. */
export async function exportCsv<T>(rows: readonly T[], columns: readonly Column<T>[], file: string) {
  const { default: papa } = await import('papaparse');
  const text = papa.unparse(
    {
      fields: columns.map(({ title }) => title),
      data: rows.map((row) => columns.map(({ value, inCsv = value }) => inCsv(row) ?? '')),
    },
    { escapeFormulae: true },
  );
  saveCsv([BOM, text], file);
}
