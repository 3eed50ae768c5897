import type { Rol } from '@acequia/contracts';
import { redirect } from 'react-router-dom';
import { clearSession, isKnownRol, HOME, readToken, readUsuario } from '../lib/session.js';

/** A route that requires a rol redirects to /login without a token or with another rol (ACC-6, ACC-7). Throws the redirect. */
export const requireRol =
  (...roles: readonly Rol[]) =>
  (): null => {
    const rol = readUsuario()?.rol;
    if (!readToken() || !isKnownRol(rol) || !roles.includes(rol)) throw redirect('/login');
    return null;
  };

/** A usuario sees the commands inside the usuario's own frame. */
export function comandosGuard({ request }: { request: Request }): null {
  if (readToken() && readUsuario()?.rol === 'usuario') throw redirect(`/panel/comandos${new URL(request.url).search}`);
  return requireRol('admin_global', 'admin_empresa')();
}

/** A usuario sees a switch inside the usuario's own frame. */
export function switchGuard({ params }: { params: { id?: string } }): null {
  if (readToken() && readUsuario()?.rol === 'usuario') throw redirect(`/panel/switch/${params.id ?? ''}`);
  return requireRol('admin_global', 'admin_empresa')();
}

/** An administrator who follows a usuario's link to a switch sees it in the own frame. */
export function panelGuard({ request }: { request: Request }): null {
  const { pathname, search } = new URL(request.url);
  const id = /^\/panel\/switch\/(\d+)$/.exec(pathname)?.[1];
  const rol = readToken() ? readUsuario()?.rol : undefined;
  if (id && (rol === 'admin_global' || rol === 'admin_empresa')) throw redirect(`/switches/${id}${search}`);
  return requireRol('usuario')();
}

/** With a token, redirects from the login page to the home page; a session with an unknown rol is cleared and the page stays. */
export function loginGuard(): null {
  const rol = readToken() ? readUsuario()?.rol : undefined;
  if (isKnownRol(rol)) throw redirect(HOME[rol]);
  // Also without a token: the page may have been left before everything was removed.
  clearSession();
  return null;
}

/** The empty child path of `/` (ACC-2). */
export function homeGuard(): never {
  const rol = readToken() ? readUsuario()?.rol : undefined;
  throw redirect(rol === 'admin_global' || rol === 'admin_empresa' ? HOME[rol] : '/login');
}

/** /logout: clears the session, then replaces the whole page. */
export async function logoutGuard(): Promise<never> {
  const { logOut } = await import('../lib/http/log-out.js');
  await logOut();
  window.location.replace('/login');
  // The page is being replaced: the router must not render meanwhile.
  return new Promise<never>(() => undefined);
}
