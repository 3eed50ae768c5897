import { saveFile } from '../../lib/http/save-file.js';
import { toast } from '../toasts.js';
import type { Column } from './column.js';
import { texts } from './textos.js';

/** UTF-8 byte order mark: without it spreadsheets read accents wrong. */
const BOM = '\uFEFF';

/** Exports the rows as a CSV file, in the order shown; escapes cells that a spreadsheet would read as a formula. */
async function exportCsv<T>(rows: readonly T[], columns: readonly Column<T>[], file: string) {
  const { default: papa } = await import('papaparse');
  const text = papa.unparse(
    {
      fields: columns.map(({ title }) => title),
      data: rows.map((row) => columns.map(({ value, inCsv = value }) => inCsv(row) ?? '')),
    },
    { escapeFormulae: true },
  );
  saveFile([BOM, text], file);
}

/** Exports the rows under the list's name; a failure is a toast. */
export function downloadCsv<T>(rows: readonly T[], columns: readonly Column<T>[], nombre: string): void {
  exportCsv(rows, columns, `${nombre}.csv`).catch((error: unknown) => {
    console.error(`${nombre}.csv`, error);
    toast.error(texts.csvFailed);
  });
}
