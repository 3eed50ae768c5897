/** Ends a wait early. A ring while nobody waits ends the next wait at once. */
export class Bell {
  private rung = false;
  private end: (() => void) | undefined;

  ring(): void {
    this.rung = true;
    this.end?.();
  }

  /** Until a ring, and at most so long. */
  async wait(at_most_ms: number): Promise<void> {
    if (!this.rung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, at_most_ms);
        this.end = () => (clearTimeout(timer), resolve());
      });
    this.end = undefined;
    this.rung = false;
  }
}
