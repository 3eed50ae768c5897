import type { RouteName, UsuarioDeSesion } from '@acequia/contracts';
import { avisosQuery } from '../entities/aviso/asked.js';
import { likelyEmpresa } from '../lib/likely-empresa.js';
import { isKnownRol, HOME } from '../lib/session.js';

type Screen = () => Promise<unknown>;

const USUARIO_LAYOUT: Screen = () => import('./layouts/usuario.layout.js');
const ADMINISTRATION: Screen = () => import('./layouts/administration.layout.js');

/** The first screens to fetch early. The router loads any other screen, after its layout. */
const PAGES: Readonly<Record<string, Screen>> = {
  '/panel/switch': () => import('../features/switch-panel/switch-panel.page.js'),
  '/panel/dispositivos': () => import('../features/device-panel/device-panel.page.js'),
  '/dashboard': () => import('./dashboard.screen.js'),
  '/situacion': () => import('../features/situation/situation.page.js'),
  '/dashboard-empresa': () => import('./summary.screen.js'),
  '/switches': () => import('../features/switches/switches.page.js'),
};

/** The path that the router ends on for `pathname`, after the redirects of ACC-2. */
function destination(pathname: string, { rol }: UsuarioDeSesion): string {
  const asked = pathname === '/' || pathname === '/login' ? HOME[rol] : pathname;
  return asked === '/panel' ? '/panel/switch' : asked;
}

/** The modules of the first screen, fetched in parallel with the router instead of one after the other. */
export function screensOf(pathname: string, usuario: UsuarioDeSesion | null): Screen[] {
  if (!usuario || !isKnownRol(usuario.rol)) return [() => import('../features/session/login.page.js')];
  const page = PAGES[destination(pathname, usuario)];
  return [usuario.rol === 'usuario' ? USUARIO_LAYOUT : ADMINISTRATION, ...(page ? [page] : [])];
}

type Question = [name: RouteName, query: Record<string, string>];

/** The call that the first screen needs before it can draw, with that screen's own query. */
export function questionOf(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  usuario: UsuarioDeSesion,
): Question | null {
  const screen = destination(pathname, usuario);
  if (usuario.rol === 'usuario')
    return screen === '/panel/switch' ? ['switches.de_usuario', { usuario_id: String(usuario.id) }] : null;
  if (screen === '/dashboard' || screen === '/situacion') return ['avisos.listar', avisosQuery(null, true)];
  if (screen !== '/switches') return null;
  const empresa = likelyEmpresa(usuario, new URLSearchParams(search));
  return empresa === null ? null : ['switches.listar', { empresa_id: String(empresa) }];
}
