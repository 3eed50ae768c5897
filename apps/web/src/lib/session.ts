import type { Rol, UsuarioDeSesion } from '@acequia/contracts';

/** Local storage keys, as the spec names them. */
export const CLAVES = { token: 'token', user: 'user', par: 'parSeleccionadoKey' } as const;

export const ROLES_CONOCIDOS: readonly Rol[] = ['admin_global', 'admin_empresa', 'usuario'];

/** Where each rol lives: after login, and when Login is visited with a session. */
export const INICIO: Readonly<Record<Rol, string>> = {
  admin_global: '/dashboard',
  admin_empresa: '/dashboard-empresa',
  usuario: '/panel',
};

export const leerToken = (): string | null => localStorage.getItem(CLAVES.token);

/** The stored user, or null when there is none or it cannot be read. */
export function leerUsuario(): UsuarioDeSesion | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CLAVES.user) ?? 'null');
    return stored !== null && typeof stored === 'object' ? (stored as UsuarioDeSesion) : null;
  } catch {
    return null;
  }
}

export function guardarSesion(token: string, user: UsuarioDeSesion): void {
  localStorage.setItem(CLAVES.token, token);
  localStorage.setItem(CLAVES.user, JSON.stringify(user));
}

export function borrarSesion(): void {
  localStorage.removeItem(CLAVES.token);
  localStorage.removeItem(CLAVES.user);
}

export const esRolConocido = (rol: unknown): rol is Rol => ROLES_CONOCIDOS.includes(rol as Rol);
