import type { Socket } from 'socket.io-client';

/** Shortest time between two attempts, ms: some networks block WebSockets. */
const LEAST_PAUSE_MS = 5_000;
/** Random delay, ms: browsers that lost the same server must not reconnect all at once. */
const SPREAD_MS = 1_500;
const SOON_MS = 300;

/** Reopens a lost socket: soon the first time, then every few seconds. */
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

  /** Closes the current connection and opens a new one. */
  replace(): void {
    this.socket.disconnect();
    this.open();
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
