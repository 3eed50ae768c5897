import { TOTAL_ROWS_HEADER } from '@acequia/contracts';
import { StreamableFile } from '@nestjs/common';
import type { ExportStream } from './exports.client.js';

/** Answers a CSV file under its name, with the number of rows where it is known. */
export const file = (
  { csv, rows }: ExportStream,
  nombre: string,
  heading: (nombre: string, valor: string) => void,
): StreamableFile => {
  if (rows !== null) heading(TOTAL_ROWS_HEADER, rows);
  return new StreamableFile(csv, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${nombre}"`,
  });
};
