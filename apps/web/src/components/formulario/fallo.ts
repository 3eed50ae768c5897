import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/api-client.js';

/** What the person is told when an action failed: the spec's sentence, and why in the server's words. */
export interface Fallo {
  texto: string;
  detalle?: string | undefined;
}

export const falloDe = (texto: string, error: unknown): Fallo => ({
  texto,
  detalle: error instanceof ApiError ? error.message : undefined,
});

/** Puts what the server said of single fields (`body.nombre`) beside those fields. */
export function senalarCampos<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): void {
  if (!(error instanceof ApiError)) return;
  const conocidos = new Set(Object.keys(form.getValues()));
  for (const { campo, mensaje } of error.detalles ?? []) {
    const nombre = campo.replace(/^body\./, '');
    if (conocidos.has(nombre.split('.')[0] ?? '')) form.setError(nombre as Path<T>, { message: mensaje });
  }
}
