import type { z } from 'zod';

type End = string | null | undefined;

/** What is wrong with a span of two hours, and at which of them; null = nothing: it has both or none, and they differ. */
export const faultOfHours = (desde: End, hasta: End): { at: 'desde' | 'hasta'; mensaje: string } | null => {
  if (!desde && !hasta) return null;
  if (!desde) return { at: 'desde', mensaje: 'Falta la hora en que empieza' };
  if (!hasta) return { at: 'hasta', mensaje: 'Falta la hora en que termina' };
  return desde === hasta ? { at: 'hasta', mensaje: 'Debe ser otra hora que la del inicio' } : null;
};

/** A check for a body that holds a span of hours in these two fields. */
export const hoursIn =
  <From extends string, To extends string>(from: From, to: To) =>
  (body: { readonly [K in From | To]?: End }, context: z.RefinementCtx): void => {
    const fault = faultOfHours(body[from], body[to]);
    if (fault) context.addIssue({ code: 'custom', path: [fault.at === 'desde' ? from : to], message: fault.mensaje });
  };
