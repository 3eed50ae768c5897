import type { CallStream } from './call-stream.js';

/** A read that takes longer is taken off the stream, so that no other instance runs it too, ms. Far below the time after which one would. */
const SHORT_MS = 25;

/**
 * Reads under way. One that ends soon is never taken, only dropped from the stream, in the same write as its answer: should this
 * instance die before, another one runs it, which does no harm.
 */
export class ShortReads {
  /** Id of the stream entry → correlation id. */
  private readonly untaken = new Map<string, string>();
  private ended: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly stream: CallStream,
    /** Redis could not be told: the entries stay, and are run again by whoever finds them. */
    private readonly failed: (error: unknown, calls: number) => void,
  ) {}

  begin(id: string, correlation: string): void {
    this.untaken.set(id, correlation);
    this.timer ??= setTimeout(() => this.takeSlow(), SHORT_MS);
  }

  /** True when it had been taken: then it is to be noted as finished. */
  end(id: string): boolean {
    if (!this.untaken.delete(id)) return true;
    if (this.ended.length === 0) process.nextTick(() => this.dropEnded());
    this.ended.push(id);
    return false;
  }

  private takeSlow(): void {
    this.timer = undefined;
    if (this.untaken.size === 0) return;
    const slow = [...this.untaken].map(([id, correlation]) => ({ id, correlation }));
    this.untaken.clear();
    this.stream.take(slow, []).catch((error: unknown) => this.failed(error, slow.length));
  }

  private dropEnded(): void {
    const ids = this.ended;
    this.ended = [];
    this.stream.drop(ids).catch((error: unknown) => this.failed(error, ids.length));
  }
}
