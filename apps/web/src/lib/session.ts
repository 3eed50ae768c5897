import type { Rol, UsuarioDeSesion } from '@acequia/contracts';

/** Local storage keys (ACC-11). */
export const STORAGE_KEYS = { token: 'token', user: 'user', par: 'parSeleccionadoKey' } as const;

/** The browser's store for what the server last said (lib/offline). */
export const LAST_STATE_CACHE = 'ultimo-estado';

export const KNOWN_ROLES: readonly Rol[] = ['admin_global', 'admin_empresa', 'usuario'];

/** Home page of each rol: after login, and when /login is visited with a session. */
export const HOME: Readonly<Record<Rol, string>> = {
  admin_global: '/dashboard',
  admin_empresa: '/dashboard-empresa',
  usuario: '/panel',
};

export const readToken = (): string | null => localStorage.getItem(STORAGE_KEYS.token);

/** The stored user; null when there is none or it is unreadable. */
export function readUsuario(): UsuarioDeSesion | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEYS.user) ?? 'null');
    return stored !== null && typeof stored === 'object' ? (stored as UsuarioDeSesion) : null;
  } catch {
    return null;
  }
}

export const storeUsuario = (user: UsuarioDeSesion): void =>
  localStorage.setItem(STORAGE_KEYS.user, JSON.stringify(user));

export function storeSession(token: string, user: UsuarioDeSesion): void {
  localStorage.setItem(STORAGE_KEYS.token, token);
  storeUsuario(user);
}

/** Ends the session in this browser, with the states kept for a visit without a connection; the chosen pair stays (ACC-4). */
export function clearSession(): void {
  localStorage.removeItem(STORAGE_KEYS.token);
  localStorage.removeItem(STORAGE_KEYS.user);
  // Missing outside a secure context.
  if ('caches' in globalThis) void caches.delete(LAST_STATE_CACHE).catch(() => undefined);
}

export const isKnownRol = (rol: unknown): rol is Rol => KNOWN_ROLES.includes(rol as Rol);
