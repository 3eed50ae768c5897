/** A token bucket per key: limits what a noisy board costs the disk and the log. */
export class Allowance<K = number> {
  private readonly buckets = new Map<K, { left: number; at: number }>();

  /** Allows `burst` at once, then one every `every_ms`. */
  constructor(
    private readonly burst: number,
    private readonly every_ms: number,
    private readonly now: () => number = Date.now,
  ) {}

  take(key: K): boolean {
    const now = this.now();
    const bucket = this.buckets.get(key) ?? { left: this.burst, at: now };
    bucket.left = Math.min(this.burst, bucket.left + (now - bucket.at) / this.every_ms);
    bucket.at = now;
    if (this.buckets.size > 10_000) this.forgetQuiet(now);
    this.buckets.set(key, bucket);
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  }

  private forgetQuiet(now: number): void {
    for (const [key, { left, at }] of this.buckets) {
      if (left + (now - at) / this.every_ms >= this.burst) this.buckets.delete(key);
    }
  }
}
