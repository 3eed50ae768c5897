import { createServer, type AddressInfo, type Server } from 'node:net';

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** This machine has no such address, IPv6 switched off for example. */
const isMissing = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '');

/**
 * Makes a server listen on the first of these addresses, and hands it the connections of the others, on the same port.
 * An address that this machine does not have is passed over, unless it is the only one. The answer closes the further listeners;
 * the server itself is closed by whoever made it.
 */
export const listenOn = async (server: Server, port: number, hosts: readonly string[]): Promise<() => void> => {
  const further: Server[] = [];
  let taken = port;
  let missing: unknown;
  for (const host of hosts) {
    const isFirst = !server.listening;
    // What arrives here is the server's: it counts, limits and closes it like its own.
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
