import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/http/api-client.js';
import { texts } from './textos.js';

/** Message for a failed action: the sentence of MSG-2 and the following, and the server's reason. */
export interface Failure {
  text: string;
  detalle?: string | undefined;
}

export const failureOf = (text: string, error: unknown): Failure => {
  if (!(error instanceof ApiError)) return { text };
  return { text, detalle: error.status === 0 ? `${error.message} ${texts.noAnswer}` : error.message };
};

/** Why something failed, in words. */
export const reasonOf = (error: unknown): string =>
  failureOf('', error).detalle ?? (error instanceof Error ? error.message : String(error));

/** Maps a field of the request (`nombre`, `switches.2.hardware_pin`) to the form's field. */
export type FieldOf = (campo: string) => string;

/** Shows the server's errors of single fields (`body.nombre`) beside those fields. */
export function markFields<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  fieldOf: FieldOf = (campo) => campo,
): void {
  if (!(error instanceof ApiError)) return;
  const known = new Set(Object.keys(form.getValues()));
  for (const { campo, mensaje } of error.detalles ?? []) {
    const nombre = fieldOf(campo.replace(/^body\./, ''));
    if (known.has(nombre.split('.')[0] ?? '')) form.setError(nombre as Path<T>, { message: mensaje });
  }
}
