import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 50;
const PATIENCE_MS = 2_000;

/** Asks an address all the time, and knows the longest time that it did not answer. */
export class Away {
  private longest = 0;
  private asking = true;
  private readonly work: Promise<void>;

  private constructor(private readonly url: string) {
    this.work = this.ask();
  }

  static watch(url: string): Away {
    return new Away(url);
  }

  /** @returns ms */
  async stop(): Promise<number> {
    this.asking = false;
    await this.work;
    return Math.round(this.longest);
  }

  private async ask(): Promise<void> {
    let answered = performance.now();
    while (this.asking) {
      const ok = await fetch(this.url, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
        (answer) => answer.body?.cancel().then(() => true) ?? true,
        () => false,
      );
      if (ok) answered = performance.now();
      this.longest = Math.max(this.longest, performance.now() - answered);
      await sleep(EVERY_MS);
    }
  }
}
