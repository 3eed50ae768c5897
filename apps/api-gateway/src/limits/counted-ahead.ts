import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** What one instance may count without telling the others, of the whole limit. */
const SHARE = 0.01;
/** Windows that are over are forgotten once there are so many. */
const SWEEP_AT = 10_000;

interface Window {
  /** ms of the clock. */
  until: number;
  /** By all instances, as far as this one knows. */
  used: number;
  /** Of these, what Redis has not been told. */
  untold: number;
  telling: boolean;
}

/**
 * A limit that is counted here first and told to Redis in portions, so that a request does not wait for it: only the first of
 * a window does. An instance alone counts exactly; of several each may let through a hundredth of the limit too many.
 */
export class CountedAhead {
  private readonly windows = new Map<string, Window>();
  private readonly portion: number;
  private sweepAt = SWEEP_AT;

  constructor(
    /** Counts for all instances together. */
    private readonly limiter: RateLimiterAbstract,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.portion = Math.max(1, Math.floor(limiter.points * SHARE));
  }

  /** Rejects with a RateLimiterRes when there is nothing left, as the limiter itself does. */
  async consume(key: string): Promise<void> {
    const now = this.now();
    const window = this.windows.get(key);
    if (!window || now >= window.until) return this.open(key);
    if (window.used >= this.limiter.points) {
      throw new RateLimiterRes(0, Math.ceil(window.until - now), window.used, false);
    }
    window.used += 1;
    window.untold += 1;
    if (window.untold >= this.portion && !window.telling) void this.tell(key, window);
  }

  private async open(key: string): Promise<void> {
    try {
      this.note(key, await this.limiter.consume(key));
    } catch (rejected) {
      if (rejected instanceof RateLimiterRes) this.note(key, rejected);
      throw rejected;
    }
  }

  private note(key: string, { consumedPoints, msBeforeNext }: RateLimiterRes): void {
    const now = this.now();
    const window = this.windows.get(key);
    // Opened by another request meanwhile.
    if (window && now < window.until) window.used = Math.max(window.used, consumedPoints + window.untold);
    else {
      if (this.windows.size >= this.sweepAt) this.sweep();
      this.windows.set(key, { until: now + msBeforeNext, used: consumedPoints, untold: 0, telling: false });
    }
  }

  private async tell(key: string, window: Window): Promise<void> {
    window.telling = true;
    while (window.untold >= this.portion && this.now() < window.until) {
      const told = window.untold;
      window.untold = 0;
      // Refused or not, it was counted; when it could not be, the window ends soon.
      const all: unknown = await this.limiter.consume(key, told).catch((rejected: unknown) => rejected);
      if (all instanceof RateLimiterRes) window.used = Math.max(window.used, all.consumedPoints + window.untold);
    }
    window.telling = false;
  }

  private sweep(): void {
    const now = this.now();
    for (const [key, { until }] of this.windows) if (now >= until) this.windows.delete(key);
    this.sweepAt = Math.max(SWEEP_AT, 2 * this.windows.size);
  }
}
