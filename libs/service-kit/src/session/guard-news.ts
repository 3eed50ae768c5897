import { copyOf, type RedisClient } from '../redis/redis.js';

/** The script that changes a guard also publishes the guard's name on this channel. */
export const GUARD_CHANNEL = 'guardas';

/**
 * Tells whether a guard may have changed: a process may use a value from its own memory only while `age` is unchanged.
 * Messages arrive at most once, so a value must also expire soon on its own.
 */
export class GuardNews {
  private subscriber: RedisClient | undefined;
  private listening = false;
  private count = 0;

  constructor(private readonly redis: RedisClient) {}

  /**
   * A number that changes after each change of a guard, and after each gap in which messages may have been lost; null while not
   * subscribed. The first read subscribes.
   */
  get age(): number | null {
    if (!this.subscriber) this.listen();
    return this.listening ? this.count : null;
  }

  close(): void {
    this.subscriber?.disconnect();
  }

  private listen(): void {
    const subscriber = copyOf(this.redis, { autoResubscribe: false });
    this.subscriber = subscriber;
    subscriber.on('message', () => (this.count += 1));
    subscriber.on('close', () => (this.listening = false));
    subscriber.on('ready', () => {
      subscriber.subscribe(GUARD_CHANNEL).then(
        () => {
          this.count += 1;
          this.listening = true;
        },
        // Connected, but the subscription failed: reconnect.
        () => subscriber.disconnect(true),
      );
    });
  }
}
