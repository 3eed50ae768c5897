import { TOTAL_FILAS_HEADER } from '@acequia/contracts';
import { StreamableFile } from '@nestjs/common';
import type { ExportStream } from './exports.client.js';

/** A CSV as an answer, under its name; how many rows it has is said where it is known. */
export const archivo = (
  { csv, filas }: ExportStream,
  nombre: string,
  encabezado: (nombre: string, valor: string) => void,
): StreamableFile => {
  if (filas !== null) encabezado(TOTAL_FILAS_HEADER, filas);
  return new StreamableFile(csv, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${nombre}"`,
  });
};
