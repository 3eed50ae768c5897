import { z } from 'zod';
import { requiredText } from './common.js';

export const VISTAS_MAX = 100;

/** A list of the console as a person keeps it: its search, filters and order, under a name. */
export const Vista = z.object({
  nombre: requiredText(80),
  /** Path and search of the console, never another site's. */
  direccion: requiredText(2_000)
    .regex(/^\/(?![/\\])/, 'Debe ser una dirección de la consola')
    .meta({ example: '/switches?empresa=7' }),
});
export type Vista = z.infer<typeof Vista>;

/** Body of PUT /cuenta/vistas: all of the person's views. */
export const Vistas = z.object({ vistas: z.array(Vista).max(VISTAS_MAX, `Caben ${VISTAS_MAX} vistas`) });
export type Vistas = z.infer<typeof Vistas>;
