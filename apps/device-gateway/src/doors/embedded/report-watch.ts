import type { Socket } from 'node:net';

/** Under TLS only the socket beneath can be reset, and Node has no public name for it. */
const reset = (socket: Socket & { _parent?: Socket }): void => {
  (socket._parent ?? socket).resetAndDestroy();
};

/**
 * Other firmwares know no expiry: what waits in a dead link's buffers would be obeyed when the link lives again. So a
 * connection on which no report followed a command in time is reset, and takes with it what it still held.
 */
export class ReportWatch {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly onLate: () => void,
  ) {
    socket.once('close', () => this.reported());
  }

  /** A command leaves; the board has `ttl_ms` to say what its relays are. An earlier one still counts. */
  sent(ttl_ms: number): void {
    this.timer ??= setTimeout(() => {
      this.onLate();
      reset(this.socket);
    }, ttl_ms).unref();
  }

  reported(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
