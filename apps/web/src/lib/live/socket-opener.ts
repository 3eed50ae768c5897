import type { Socket } from 'socket.io-client';

/** Shortest time between two attempts, ms: some networks block WebSockets. */
const LEAST_PAUSE_MS = 5_000;
/** Random delay, ms: browsers that lost the same server must not reconnect all at once. */
const SPREAD_MS = 1_500;
const SOON_MS = 300;
/** The first attempt is made within this time, however many lost the server together: mostly it was one person's own network. ms */
const FIRST_WITHIN_MS = 5_000;

/** Reopens a lost socket: soon the first time, then every few seconds, or as slowly as the server lets so many in. */
export class SocketOpener {
  private openedAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private spread_ms = SPREAD_MS;
  private attempts = 0;

  constructor(private readonly socket: Pick<Socket, 'connect' | 'disconnect'>) {}

  open(): void {
    this.cancel();
    this.openedAt = Date.now();
    this.socket.connect();
  }

  /** Call when a socket is open. */
  opened(): void {
    this.cancel();
    this.attempts = 0;
  }

  /** What the server says about how long all who lose it need to come back. */
  spreadOver(ms: number): void {
    this.spread_ms = Math.max(SPREAD_MS, ms);
  }

  openAgain(): void {
    if (this.timer) return;
    const spread = this.attempts === 0 ? Math.min(this.spread_ms, FIRST_WITHIN_MS) : this.spread_ms;
    this.attempts += 1;
    const pause = Math.max(SOON_MS, this.openedAt + LEAST_PAUSE_MS - Date.now());
    this.timer = setTimeout(() => this.open(), pause + Math.random() * spread);
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
