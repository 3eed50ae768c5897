import type { Socket } from 'node:net';
import { carrierOf } from './peer-address.js';

/**
 * Other firmwares know no expiry: they would obey a command that waited in a dead link's buffers when the link recovers. So a connection
 * on which no report follows a command in time is reset, which drops its buffered commands.
 */
export class ReportWatch {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly onLate: () => void,
  ) {
    socket.once('close', () => this.reported());
  }

  /** A command leaves; the board must report its relays within `ttl_ms`. An earlier deadline still counts. */
  sent(ttl_ms: number): void {
    this.timer ??= setTimeout(() => {
      this.onLate();
      // Under TLS only the socket below can be reset.
      carrierOf(this.socket).resetAndDestroy();
    }, ttl_ms).unref();
  }

  reported(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
