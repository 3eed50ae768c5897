import { StreamableFile } from '@nestjs/common';

type Cell = string | number | null;

/** A spreadsheet reads a cell that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const cellOf = (value: Cell): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Answers a small table as a CSV file, with the byte order mark by which spreadsheets recognise UTF-8. */
export const csvFile = (
  name: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): StreamableFile => {
  const text = [columns, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n');
  return new StreamableFile(Buffer.from(`\uFEFF${text}\r\n`), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
};
