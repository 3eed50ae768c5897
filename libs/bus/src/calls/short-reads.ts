import type { CallStream } from './call-stream.js';

/** A read that takes longer than this, ms, is taken off the stream before another instance claims it as abandoned. */
const SHORT_MS = 25;

/**
 * Reads under way. A read that ends soon is never taken: its entry is only dropped from the stream, in the same write as its
 * answer. If this instance dies first, another instance runs the read again, which is harmless.
 */
export class ShortReads {
  /** Id of the stream entry → correlation id. */
  private readonly untaken = new Map<string, string>();
  private ended: string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly stream: CallStream,
    /** Called when Redis is unreachable: the entries stay, and the instance that claims them runs them again. */
    private readonly failed: (error: unknown, calls: number) => void,
  ) {}

  begin(id: string, correlation: string): void {
    this.untaken.set(id, correlation);
    this.timer ??= setTimeout(() => this.takeSlow(), SHORT_MS);
  }

  /** Returns true when the read had been taken: its end must then be recorded as finished. */
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
