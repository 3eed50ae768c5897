import type { Socket } from 'socket.io-client';

/** A network that blocks WebSockets must not be asked more often than this, ms. */
const LEAST_PAUSE_MS = 5_000;
/** Browsers that lost the same server do not come back in step, ms. */
const SPREAD_MS = 1_500;
const SOON_MS = 300;

/** Opens the socket again whenever it was lost: soon the first time, then once every few seconds. */
export class SocketOpener {
  private openedAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly socket: Pick<Socket, 'connect' | 'disconnect'>) {}

  open(): void {
    this.cancel();
    this.openedAt = Date.now();
    this.socket.connect();
  }

  openAgain(): void {
    const pause = Math.max(SOON_MS, this.openedAt + LEAST_PAUSE_MS - Date.now());
    this.timer ??= setTimeout(() => this.open(), pause + Math.random() * SPREAD_MS);
  }

  /** Ends the connection that stands, and opens one of its own for what comes next. */
  replace(): void {
    this.socket.disconnect();
    this.open();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
