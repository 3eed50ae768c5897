import type { Rol } from '@acequia/contracts';
import { redirect } from 'react-router-dom';
import { borrarSesion, esRolConocido, INICIO, leerToken, leerUsuario } from '../lib/session.js';

/** Spec section 6: a route that needs a rol, without a token or with another rol → /login. Throws the redirect. */
export const exigir =
  (...roles: readonly Rol[]) =>
  (): null => {
    const rol = leerUsuario()?.rol;
    if (!leerToken() || !esRolConocido(rol) || !roles.includes(rol)) throw redirect('/login');
    return null;
  };

/** A usuario's commands stand in their own frame. */
export function comandosGuard({ request }: { request: Request }): null {
  if (leerToken() && leerUsuario()?.rol === 'usuario') throw redirect(`/panel/comandos${new URL(request.url).search}`);
  return exigir('admin_global', 'admin_empresa')();
}

/** Login visited with a token goes home; an unknown rol loses its session and stays. */
export function loginGuard(): null {
  if (!leerToken()) return null;
  const rol = leerUsuario()?.rol;
  if (esRolConocido(rol)) throw redirect(INICIO[rol]);
  borrarSesion();
  return null;
}

/** The empty child path of `/` (ACC-2). */
export function inicioGuard(): never {
  const rol = leerToken() ? leerUsuario()?.rol : undefined;
  throw redirect(rol === 'admin_global' || rol === 'admin_empresa' ? INICIO[rol] : '/login');
}

/** /logout: clears the session, then replaces the whole page. */
export async function logoutGuard(): Promise<never> {
  const { salir } = await import('../lib/http/log-out.js');
  await salir();
  window.location.replace('/login');
  // The page is being replaced: nothing may render meanwhile.
  return new Promise<never>(() => undefined);
}
