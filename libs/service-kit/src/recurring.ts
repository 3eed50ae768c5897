/** Repeats a piece of work, one run at a time. A failed run is reported and does not stop the later ones. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly report: (error: unknown) => void,
  ) {}

  /** The first run comes after one interval. */
  start(every_ms: number): void {
    this.timer = setInterval(() => this.now(), every_ms).unref();
  }

  /** Runs the work at once, unless it is running. */
  now(): void {
    this.running ??= this.work()
      .then(() => undefined, this.report)
      .finally(() => (this.running = undefined));
  }

  /** Resolves once the current run has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Stops, and runs the work once more. */
  async finish(): Promise<void> {
    await this.stop();
    this.now();
    await this.running;
  }
}
