import { ROUTE_TABLE } from 'virtual:route-table';
import { clearSession, readToken } from '../session.js';

/**
 * Ends the session in the browser at once and tells the server to revoke the token. Does not wait for the answer, so that logging out works
 * offline.
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
