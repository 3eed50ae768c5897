import { Cluster } from 'ioredis';
import type { RedisClient } from '../bus.options.js';

/** A connection that stays silent this long, ms, after a command counts as dead. */
export const SILENCE_MS = 5_000;

/** Pings periodically and reconnects a link that went silent (no FIN, no RST). */
export class Watchdog {
  private readonly timer: NodeJS.Timeout;
  private waiting = false;

  constructor(client: RedisClient) {
    this.timer = setInterval(() => this.check(client), SILENCE_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(client: RedisClient): void {
    // A Cluster checks its nodes itself.
    if (client.status !== 'ready' || client instanceof Cluster) return;
    if (this.waiting) {
      this.waiting = false;
      client.disconnect(true);
      return;
    }
    this.waiting = true;
    const answered = (): void => void (this.waiting = false);
    client.ping().then(answered, answered);
  }
}
