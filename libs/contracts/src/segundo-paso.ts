import { z } from 'zod';
import { Flag, FlagOutput, Id, Milliseconds } from './common.js';

/** A login's second step: a code of an authenticator app (TOTP, RFC 6238), or a recovery code, after the password. */

/** A code of six digits, or a recovery code; spaces and dashes are how people write them. */
export const Codigo = z
  .string()
  .meta({ example: '123456' })
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(\d{6}|[A-Z2-7]{16})$/, 'Son seis cifras, o un código de respaldo'));

export const SegundoPaso = z.object({
  /** null = not in use. */
  desde: Milliseconds.nullable(),
  /** Recovery codes that are left. */
  respaldos: z.number().int(),
  /** 1 = the person's company demands it. */
  exigido: FlagOutput,
});
export type SegundoPaso = z.infer<typeof SegundoPaso>;

/** What an authenticator app takes over; it counts only once a code of it was confirmed. */
export const SegundoPasoKey = z.object({
  /** Base32. */
  clave: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  uri: z.string(),
});
export type SegundoPasoKey = z.infer<typeof SegundoPasoKey>;

/** Told once. */
export const Respaldos = z.object({ respaldos: z.array(z.string()) });
export type Respaldos = z.infer<typeof Respaldos>;

export const PrepararSegundoPaso = z.object({ actual: z.string().max(1_000) });
export const ConfirmarSegundoPaso = z.object({ codigo: Codigo });
export const QuitarSegundoPaso = PrepararSegundoPaso.extend({ codigo: Codigo });

/** Who of a company logs in with two steps. */
export const SegundoPasoDeEmpresa = z.object({ exigido: FlagOutput, usuarios: z.array(Id) });
export type SegundoPasoDeEmpresa = z.infer<typeof SegundoPasoDeEmpresa>;

export const ExigirSegundoPaso = z.object({ empresa_id: Id, exigido: Flag });

/** One's own open session. */
export const OwnSession = z.object({
  /** Of the session's id, which is in its token. */
  huella: z.string(),
  creada: Milliseconds,
  vence: Milliseconds,
  ip: z.string(),
  navegador: z.string(),
  /** 1 = the one that asks. */
  actual: FlagOutput,
});
export type OwnSession = z.infer<typeof OwnSession>;

export const Huella = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .meta({ example: '0123456789abcdef' });
