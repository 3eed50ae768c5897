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
  return requireRol(...ADMINS)();
}

const ADMINS: readonly Rol[] = ['admin_global', 'admin_empresa'];

/** A usuario who follows an administrator's link to a thing sees it inside the own frame. */
const thingGuard =
  (addressOf: (id: string) => string) =>
  ({ params }: { params: { id?: string } }): null => {
    if (readToken() && readUsuario()?.rol === 'usuario') throw redirect(addressOf(params.id ?? ''));
    return requireRol(...ADMINS)();
  };
export const switchGuard = thingGuard((id) => `/panel/switch/${id}`);
export const dispositivoGuard = thingGuard((id) => `/panel/centinelas/${id}`);

/** Where an administrator sees what a usuario sees at these addresses. */
const TWINS = [
  [/^\/panel\/switch\/(\d+)$/, '/switches/'],
  [/^\/panel\/centinelas?\/(\d+)$/, '/dispositivos/'],
] as const;

/** An administrator who follows a usuario's link to a thing sees it in the own frame. */
export function panelGuard({ request }: { request: Request }): null {
  const { pathname, search } = new URL(request.url);
  const rol = readToken() ? readUsuario()?.rol : undefined;
  if (isKnownRol(rol) && ADMINS.includes(rol))
    for (const [pattern, there] of TWINS) {
      const id = pattern.exec(pathname)?.[1];
      if (id) throw redirect(`${there}${id}${search}`);
    }
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
