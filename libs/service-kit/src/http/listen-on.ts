import { createServer, type AddressInfo, type Server } from 'node:net';

/**
 * Connections that may wait to be accepted; the system's own limit (Linux: net.core.somaxconn) still holds. Past Node's 511 the system drops
 * the last packet of a handshake when thousands come back at once, and their clients believe that they are connected.
 */
const BACKLOG = 65_535;

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** True when this machine lacks the address, for example because IPv6 is off. */
const isMissing = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Makes a server listen on the first of these addresses, and passes it the connections of the others, on the same port.
 * Skips an address that this machine does not have, unless it is the only one. The returned function closes the further
 * listeners; the caller closes the server itself.
 */
export const listenOn = async (server: Server, port: number, hosts: readonly string[]): Promise<() => void> => {
  const further: Server[] = [];
  let taken = port;
  let missing: unknown;
  for (const host of hosts) {
    const isFirst = !server.listening;
    // Connections of a further listener are emitted on the server, which counts, limits and closes them like its own.
    const own = isFirst ? server : createServer((socket) => void server.emit('connection', socket));
    try {
      await listen(own, taken, host);
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing = error;
      continue;
    }
    if (isFirst) taken = (server.address() as AddressInfo).port;
    else further.push(own);
  }
  if (!server.listening) throw missing;
  return () => further.forEach((one) => one.close());
};
