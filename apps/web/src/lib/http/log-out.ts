import { ROUTE_TABLE } from 'virtual:route-table';
import { clearSession, readToken } from '../session.js';

/**
 * Ends the session in the browser at once, and tells the server so that the token is worth nothing from now on.
 * The browser does not wait for the answer: leaving must work without a connection too.
 */
export async function logOut(): Promise<void> {
  const token = readToken();
  clearSession();
  if (!token) return;
  const { method, path } = ROUTE_TABLE['auth.salir'];
  void fetch(`/api${path}`, { method, headers: { authorization: `Bearer ${token}` }, keepalive: true }).catch(
    () => undefined,
  );
}
