import { isIPv4 } from 'node:net';
import { type Persona, type RouteName, ROUTES } from '@acequia/contracts';

/** Heavy work (every export among it), limited per company so that one cannot slow the others down. */
const HEAVY_ONES: ReadonlySet<RouteName> = new Set<RouteName>([
  'switches.guardar_lote',
  'placas.registrar',
  ...(Object.keys(ROUTES) as RouteName[]).filter((name) => ROUTES[name].response === 'text/csv'),
]);

/** Routes whose body holds long lists. */
export const LARGE_BODY: readonly RouteName[] = ['switches.guardar_lote', 'usuarios.crear', 'usuarios.actualizar'];
/** A name and a password: what anybody may send. */
export const OPEN_BODY_LIMIT = '8kb';
export const BODY_LIMIT = '100kb';
export const LARGE_BODY_LIMIT = '1mb';

/** What a request is counted under: an IPv4 address, or the /64 of an IPv6 one, which one client has all of. */
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
/** Under which key a request counts for a limit; null = it does not. */
export type CountedAs = (asking: Asking) => string | null;

export const porPersona: CountedAs = ({ persona, ip }) =>
  persona ? `usuario:${persona.usuario_id}` : `ip:${addressThatCounts(ip)}`;

export const byEntry: CountedAs = ({ route, ip }) => (route === 'auth.entrar' ? addressThatCounts(ip) : null);

/** An admin_global without a company counts by themselves. */
export const porEmpresa: CountedAs = ({ route, persona }) => {
  if (!persona || route === undefined || !HEAVY_ONES.has(route)) return null;
  return persona.empresa_id === null ? `usuario:${persona.usuario_id}` : `empresa:${persona.empresa_id}`;
};
