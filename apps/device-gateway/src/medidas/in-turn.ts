import { AppError } from '@acequia/contracts';

/** Most pieces of work that wait for one key. */
const MOST = 16;
const WAIT_S = 2;

/** Does work that concerns the same keys in the order in which it came. */
export class InTurn<K extends number | string> {
  private readonly last = new Map<K, Promise<unknown>>();
  private readonly waiting = new Map<K, number>();

  /** Rejects as the work does. @throws AppError `demasiadas_solicitudes` when too much waits for a key */
  async run<T>(keys: readonly K[], work: () => Promise<T>): Promise<T> {
    if (keys.some((key) => (this.waiting.get(key) ?? 0) >= MOST))
      throw new AppError('demasiadas_solicitudes', { wait_s: WAIT_S });
    const mine = Promise.allSettled(keys.map((key) => this.last.get(key))).then(work);
    for (const key of keys) {
      this.waiting.set(key, (this.waiting.get(key) ?? 0) + 1);
      this.last.set(key, mine);
    }
    try {
      return await mine;
    } finally {
      for (const key of keys) {
        const left = (this.waiting.get(key) ?? 1) - 1;
        if (left > 0) this.waiting.set(key, left);
        else {
          this.waiting.delete(key);
          this.last.delete(key);
        }
      }
    }
  }
}
