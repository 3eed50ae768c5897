import type { Redis } from 'ioredis';

/** Whoever changes a guard publishes its name here, in the same script. */
export const GUARD_CHANNEL = 'guardas';

/**
 * Whether any guard may have changed since one looked: what a process keeps in its own memory holds only for the age it was
 * read in. Messages arrive at most once, so nothing may be kept for long on the word of this alone.
 */
export class GuardNews {
  private subscriber: Redis | undefined;
  private listening = false;
  private count = 0;

  constructor(private readonly redis: Redis) {}

  /**
   * Another number after each change of a guard, and after each time that changes may have gone unheard; null while nothing
   * is heard. The first look begins to listen.
   */
  get age(): number | null {
    if (!this.subscriber) this.listen();
    return this.listening ? this.count : null;
  }

  close(): void {
    this.subscriber?.disconnect();
  }

  private listen(): void {
    const subscriber = this.redis.duplicate({ autoResubscribe: false });
    this.subscriber = subscriber;
    subscriber.on('message', () => (this.count += 1));
    subscriber.on('close', () => (this.listening = false));
    subscriber.on('ready', () => {
      subscriber.subscribe(GUARD_CHANNEL).then(
        () => {
          this.count += 1;
          this.listening = true;
        },
        // Connected but deaf: once more from the start.
        () => subscriber.disconnect(true),
      );
    });
  }
}
