import { isIPv4 } from 'node:net';
import { type Persona, type RouteName, ROUTES } from '@acequia/contracts';

/** Heavy routes (all exports too), limited per company so that one company cannot slow the others down. */
const HEAVY_ONES: ReadonlySet<RouteName> = new Set<RouteName>([
  'switches.guardar_lote',
  'placas.registrar',
  ...(Object.keys(ROUTES) as RouteName[]).filter((name) => ROUTES[name].response === 'text/csv'),
]);

/** Routes whose body holds long lists. */
export const LARGE_BODY: readonly RouteName[] = ['switches.guardar_lote', 'usuarios.crear', 'usuarios.actualizar'];
/** Name and password: the only body accepted without a session. */
export const OPEN_BODY_LIMIT = '8kb';
export const BODY_LIMIT = '100kb';
export const LARGE_BODY_LIMIT = '1mb';

/** The address that requests are counted by: IPv4 whole, IPv6 by its /64, because one client owns all of that. */
export const addressThatCounts = (ip: string): string => {
  const v4 = ip.replace(/^::ffff:/i, '');
  if (isIPv4(v4)) return v4;
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::');
  const groupsOf = (text: string): string[] => text.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - groupsOf(head).length - groupsOf(tail).length)).fill('0');
  const groups = [...groupsOf(head), ...zeros, ...groupsOf(tail)].slice(0, 4);
  return groups.map((group) => parseInt(group, 16).toString(16)).join(':');
};

export interface Asking {
  route: RouteName | undefined;
  persona: Persona | undefined;
  ip: string;
}
/** The key that a request counts by for a limit; null = the limit does not apply. */
export type CountedAs = (asking: Asking) => string | null;

export const porPersona: CountedAs = ({ persona, ip }) =>
  persona ? `usuario:${persona.usuario_id}` : `ip:${addressThatCounts(ip)}`;

export const byEntry: CountedAs = ({ route, ip }) => (route === 'auth.entrar' ? addressThatCounts(ip) : null);

/** Counts per company; an admin_global without a company counts per person. */
export const porEmpresa: CountedAs = ({ route, persona }) => {
  if (!persona || route === undefined || !HEAVY_ONES.has(route)) return null;
  return persona.empresa_id === null ? `usuario:${persona.usuario_id}` : `empresa:${persona.empresa_id}`;
};
