/** Evidence counts for this long, ms. */
const WINDOW_MS = 5 * 60_000;
/** Two boards: an earlier boot came back this often. One board never boots back. */
const RETURNS = 2;
/** Without boots: a live connection was taken over this often. One board with a bad link does so too, but rarely as often. */
const TAKEOVERS = 6;
/** It is told anew this often while it goes on, ms. */
const TELL_EVERY_MS = 60_000;

/** Whether two boards use one account, and so end each other's connection again and again. Times in ms. */
export class SharedAccount {
  private boot: string | null = null;
  private previous: string | null = null;
  private returns: number[] = [];
  private takeovers: number[] = [];
  private toldAt = -Infinity;

  /** The board said with which boot it runs; it says so at each connection. */
  booted(boot: string, now: number): void {
    if (boot === this.boot) return;
    if (boot === this.previous) this.returns = recent([...this.returns, now], now);
    this.previous = this.boot;
    this.boot = boot;
  }

  /** A newer connection of the account ended one that was alive. */
  takenOver(now: number): void {
    this.takeovers = recent([...this.takeovers, now], now);
  }

  /** Answers true when it has to be told now. */
  due(now: number): boolean {
    const shared =
      recent(this.returns, now).length >= RETURNS ||
      (this.boot === null && recent(this.takeovers, now).length >= TAKEOVERS);
    if (!shared || now - this.toldAt < TELL_EVERY_MS) return false;
    this.toldAt = now;
    return true;
  }
}

const recent = (times: readonly number[], now: number): number[] => times.filter((ts) => now - ts < WINDOW_MS);
