import { z } from 'zod';
import { requiredText } from './common.js';
import { vistaAddress } from './vista-address.js';

export const VISTAS_MAX = 100;

/** A list of the console as a person keeps it: its search, filters and order, under a name. */
export const Vista = z.object({
  nombre: requiredText(80),
  /** Path and search of a screen of the console, as a browser reads them. */
  direccion: requiredText(2_000)
    .transform((direccion, context) => {
      const address = vistaAddress(direccion);
      if (address) return address.pathname + address.search;
      context.addIssue({ code: 'custom', message: 'Debe ser una dirección de la consola' });
      return z.NEVER;
    })
    .meta({ example: '/switches?empresa=7' }),
});
export type Vista = z.infer<typeof Vista>;

/** Body of PUT /cuenta/vistas: all of the person's views. */
export const Vistas = z.object({ vistas: z.array(Vista).max(VISTAS_MAX, `Caben ${VISTAS_MAX} vistas`) });
export type Vistas = z.infer<typeof Vistas>;
