import { z } from 'zod';
import { Flag, FlagOutput, Id, optional, Rol, requiredText, Version } from './common.js';

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('El correo no es válido'));

export const CLAVE_MINIMA = 8;
/** The upper bound limits the cost of hashing; 64 and more characters work (security 22). */
export const Clave = z
  .string()
  .min(CLAVE_MINIMA, `La contraseña debe tener al menos ${CLAVE_MINIMA} caracteres`)
  .max(256, 'La contraseña es demasiado larga');

/** Lists of assigned ids: unique and bounded. */
const Ids = z
  .array(Id)
  .max(5_000)
  .transform((ids) => [...new Set(ids)])
  .default([]);

/** Body of POST and PUT /usuarios. `password` is required on creation; blank in a PUT keeps the stored one. */
export const UsuarioSave = z.object({
  nombre: requiredText(120),
  email: Email,
  password: optional(Clave),
  rol: Rol.default('usuario'),
  /** May be absent for an admin_empresa (the service sets their own) and for an admin_global usuario. */
  empresa_id: optional(Id),
  dispositivos: Ids,
  switches: Ids,
  activo: Flag.default(1),
  version: Version.optional(),
});
export type UsuarioSave = z.infer<typeof UsuarioSave>;

export const Usuario = z.object({
  id: Id,
  nombre: z.string(),
  email: z.string(),
  rol: Rol,
  empresa_id: Id.nullable(),
  empresa_nombre: z.string().nullable(),
  activo: FlagOutput,
  dispositivos_asignados: z.array(z.object({ id: Id })),
  switches_asignados: z.array(z.object({ id: Id })),
  version: Version,
});
export type Usuario = z.infer<typeof Usuario>;

/** The grants of a usuario, as one versioned set. */
export const Asignaciones = z.object({
  usuario_id: Id,
  empresa_id: Id.nullable(),
  version: z.number().int().min(0),
  dispositivos: z.array(Id),
  switches: z.array(Id),
});
export type Asignaciones = z.infer<typeof Asignaciones>;
