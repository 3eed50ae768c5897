/** Without a commit for this long, ms, an instance asks whether Postgres answers it at all. */
const PATIENCE_MS = 10_000;

/** Each {@link Keeper} notes here whether Postgres answers it; {@link Consumer} asks, and leaves its streams to others when it does not. */
export class StoreHealth {
  /** Replaced by tests. */
  patience_ms = PATIENCE_MS;
  /** When the first attempt began since which Postgres answered none; clock of the process, ms. */
  private since: number | undefined;

  trying(began: number): void {
    this.since ??= began;
  }

  answered(): void {
    this.since = undefined;
  }

  get isDoubtful(): boolean {
    return this.since !== undefined && performance.now() - this.since > this.patience_ms;
  }
}
