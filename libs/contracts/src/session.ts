import { z } from 'zod';
import { Id, Rol } from './common.js';
import { Clave } from './usuario.js';

/**
 * Body of POST /auth/login. Deliberately loose: any wrong value gets the same answer as a wrong password. `codigo`: of the second step, from
 * who has one.
 */
export const LogIn = z.object({
  email: z.string().max(1_000),
  password: z.string().max(1_000),
  codigo: z.string().max(1_000).optional(),
});
export type LogIn = z.infer<typeof LogIn>;

/** Stored by the browser under "user". */
export const UsuarioDeSesion = z.object({
  id: Id,
  nombre: z.string(),
  email: z.string(),
  rol: Rol,
  empresa_id: Id.nullable(),
  empresa_nombre: z.string().nullable(),
  zona_horaria: z.string(),
  /** 1 = their company demands a second step that they have not set up: nothing but their account is open to them. */
  falta_segundo_paso: z.literal(1).optional(),
});
export type UsuarioDeSesion = z.infer<typeof UsuarioDeSesion>;

export const OpenSession = z.object({ token: z.string(), user: UsuarioDeSesion });
export type OpenSession = z.infer<typeof OpenSession>;

/** Claims of the JWT (HS256, 12 h). */
export const TokenClaims = z.object({
  sub: z.string().regex(/^\d+$/),
  rol: Rol,
  empresa_id: Id.nullable(),
  sid: z.string().min(16).max(64),
  /** The usuario's session version: a change of clave, rol, activo or empresa invalidates older tokens. */
  ver: z.number().int().min(1),
});
export type TokenClaims = z.infer<typeof TokenClaims>;

/** Body of POST /cuenta/clave (Mi cuenta): changes one's own password and ends the other sessions. */
export const ChangePassword = z.object({ actual: z.string().max(1_000), nueva: Clave });
export type ChangePassword = z.infer<typeof ChangePassword>;

/** What a service may cache about a session for a few seconds. */
export const ValidSession = z.object({
  sid: z.string(),
  usuario_id: Id,
  rol: Rol,
  empresa_id: Id.nullable(),
  ver: z.number().int(),
  /** Raised with each change of the person's grants; absent from an auth-tenancy of an older version. */
  grants_version: z.number().int().optional(),
  /** As in {@link UsuarioDeSesion}. */
  falta_segundo_paso: z.literal(1).optional(),
});
export type ValidSession = z.infer<typeof ValidSession>;
