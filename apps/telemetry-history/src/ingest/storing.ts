/** Without a commit for this long, ms, an instance asks whether Postgres answers it at all. */
const PATIENCE_MS = 10_000;

/** Whether this instance stores what it reads: one that cannot leaves its streams to the others. */
export class Storing {
  /** When the first attempt began since which Postgres answered none; clock of the process, ms. */
  private since: number | undefined;

  trying(began: number): void {
    this.since ??= began;
  }

  answered(): void {
    this.since = undefined;
  }

  get isDoubtful(): boolean {
    return this.since !== undefined && performance.now() - this.since > PATIENCE_MS;
  }
}
