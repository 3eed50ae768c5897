import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../lib/http/api-client.js';

/** What the person is told when an action failed: the spec's sentence, and why in the server's words. */
export interface Fallo {
  texto: string;
  detalle?: string | undefined;
}

/** No answer is not a no: it may be only the answer that got lost. */
const SIN_RESPUESTA = 'Puede que sí se haya hecho: revísalo antes de repetir.';

export const falloDe = (texto: string, error: unknown): Fallo => {
  if (!(error instanceof ApiError)) return { texto };
  return { texto, detalle: error.status === 0 ? `${error.message} ${SIN_RESPUESTA}` : error.message };
};

/** The form's field for a field of the request (`nombre`, `switches.2.hardware_pin`). */
export type CampoDe = (campo: string) => string;

/** Puts what the server said of single fields (`body.nombre`) beside those fields. */
export function senalarCampos<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  campoDe: CampoDe = (campo) => campo,
): void {
  if (!(error instanceof ApiError)) return;
  const conocidos = new Set(Object.keys(form.getValues()));
  for (const { campo, mensaje } of error.detalles ?? []) {
    const nombre = campoDe(campo.replace(/^body\./, ''));
    if (conocidos.has(nombre.split('.')[0] ?? '')) form.setError(nombre as Path<T>, { message: mensaje });
  }
}
