import { z } from 'zod';
import { Id, Rol } from './common.js';
import { CallerToken, tokenActor } from './token.js';

/**
 * A person with a verified session, or a program with a token in its maker's name. `empresa_id` is null only for an admin_global without
 * an empresa.
 */
export const Persona = z.object({
  tipo: z.literal('persona'),
  usuario_id: Id,
  rol: Rol,
  empresa_id: Id.nullable(),
  sid: z.string(),
  token: CallerToken.optional(),
  /** As in UsuarioDeSesion. */
  falta_segundo_paso: z.literal(1).optional(),
});
export type Persona = z.infer<typeof Persona>;

export const SERVICES = [
  'auth-tenancy',
  'inventory',
  'device-gateway',
  'telemetry-history',
  'alerts',
  'automation',
  'api-gateway',
] as const;
export const Service = z.enum(SERVICES);
export type Service = z.infer<typeof Service>;

/** A service that calls on its own behalf (a projection being filled, a session being checked). */
export const Sistema = z.object({ tipo: z.literal('sistema'), servicio: Service });
export type Sistema = z.infer<typeof Sistema>;

/** The caller of a bus call. Every call carries one; a call without it is refused. */
export const Caller = z.discriminatedUnion('tipo', [Persona, Sistema]);
export type Caller = z.infer<typeof Caller>;

export const sistema = (servicio: Service): Sistema => ({ tipo: 'sistema', servicio });

/**
 * The empresa that a caller is confined to, or null when the caller may act on every empresa (admin_global, a service). A
 * person of another rol without an empresa gets 0, which is no empresa's id, and so sees nothing.
 */
export const callerEmpresa = (caller: Caller): number | null => {
  if (caller.tipo === 'sistema' || caller.rol === 'admin_global') return null;
  return caller.empresa_id ?? 0;
};

/** The program that acts for a person, as people read it; null when the person, or a service, acts. */
export const callerActor = (caller: Caller): string | null =>
  caller.tipo === 'persona' && caller.token ? tokenActor(caller.token) : null;
