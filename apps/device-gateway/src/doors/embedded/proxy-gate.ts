import { inNetworks } from '@acequia/service-kit';
import type { Socket } from 'node:net';
import { tellAddress } from './peer-address.js';
import { readProxyHeader } from './proxy-header.js';

/** Takes the PROXY protocol's header off the sockets of the trusted balancers, and ends every other socket. */
export class ProxyGate {
  private readonly isTrusted: (address: string) => boolean;

  /** `patience_ms`: time for the whole header. */
  constructor(
    trusted: readonly string[],
    private readonly patience_ms: number,
    private readonly refused: (reason: string, address: string) => void,
  ) {
    this.isTrusted = inNetworks(trusted);
  }

  /** Calls `pass` when the header is read; what came after it is still to be read from the socket. */
  enter(socket: Socket, pass: () => void): void {
    const from = socket.remoteAddress ?? '';
    const refuse = (reason: string): void => {
      socket.destroy();
      this.refused(reason, from);
    };
    socket.on('error', () => undefined);
    if (!this.isTrusted(from)) return refuse('not a trusted balancer');
    let seen: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => refuse('PROXY header late'), this.patience_ms).unref();
    const look = (): void => {
      const piece = socket.read() as Buffer | null;
      if (piece === null) return;
      seen = Buffer.concat([seen, piece]);
      const header = readProxyHeader(seen);
      if (header === 'more') return;
      stop();
      if (header === 'malformed') return refuse('PROXY header malformed');
      tellAddress(socket, header.address ?? from);
      if (seen.length > header.bytes) socket.unshift(seen.subarray(header.bytes));
      pass();
    };
    const stop = (): void => {
      clearTimeout(timer);
      socket.off('readable', look);
      socket.off('close', stop);
    };
    socket.on('readable', look);
    socket.once('close', stop);
  }
}
