import { type Persona, type RouteName, ROUTES } from '@acequia/contracts';
import { clientAddress } from '@acequia/service-kit';

/** Heavy routes (all exports too), limited per company so that one company cannot slow the others down. */
const HEAVY_ONES: ReadonlySet<RouteName> = new Set<RouteName>([
  'switches.guardar_lote',
  'placas.registrar',
  'importacion.hacer',
  'dossieres.hacer',
  ...(Object.keys(ROUTES) as RouteName[]).filter((name) => typeof ROUTES[name].response === 'string'),
]);

/** Routes whose body holds long lists. */
export const LARGE_BODY: readonly RouteName[] = [
  'switches.guardar_lote',
  'usuarios.crear',
  'usuarios.actualizar',
  'importacion.hacer',
  'medidas.guardar',
];
/** Name and password: the only body accepted without a session. */
export const OPEN_BODY_LIMIT = '8kb';
export const BODY_LIMIT = '100kb';
export const LARGE_BODY_LIMIT = '1mb';

export interface Asking {
  route: RouteName | undefined;
  persona: Persona | undefined;
  ip: string;
  /** Hash of a wall's link that was accepted before. */
  wall?: string | undefined;
}
/** The key that a request counts by for a limit; null = the limit does not apply. */
export type CountedAs = (asking: Asking) => string | null;

/** A token and a wall's link count by themselves, apart from their maker, their company's people and what else comes from their address. */
export const perPerson: CountedAs = ({ persona, ip, wall }) => {
  if (persona?.token) return `token:${persona.token.id}`;
  if (persona) return `usuario:${persona.usuario_id}`;
  return wall === undefined ? `ip:${clientAddress(ip)}` : `muro:${wall}`;
};

/** Doors that are open to whoever has a secret, each with a count of its own. */
export const byEntry: CountedAs = ({ route, ip }) => {
  if (route === 'auth.entrar') return clientAddress(ip);
  return route === 'sms.responder' ? `sms:${clientAddress(ip)}` : null;
};

/** Counts per company; an admin_global without a company counts per person, a program per token. */
export const perEmpresa: CountedAs = ({ route, persona }) => {
  if (!persona || route === undefined || !HEAVY_ONES.has(route)) return null;
  if (persona.token) return `token:${persona.token.id}`;
  return persona.empresa_id === null ? `usuario:${persona.usuario_id}` : `empresa:${persona.empresa_id}`;
};
