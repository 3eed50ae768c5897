import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Share of the limit that one instance may count before it reports to Redis. */
const SHARE = 0.01;
/** Expired windows are deleted once the map holds this many. */
const SWEEP_AT = 10_000;

interface Window {
  /** End of the window, ms of `now()`. */
  until: number;
  /** Points used by all instances, as far as this instance knows. */
  used: number;
  /** Points of `used` that are not reported to Redis yet. */
  untold: number;
  telling: boolean;
}

/**
 * Counts a limit locally and reports to Redis in portions: only the first request of a window waits for Redis. A single instance counts
 * exactly; each of several may let through a hundredth of the limit too many.
 */
export class CountedAhead {
  private readonly windows = new Map<string, Window>();
  private readonly portion: number;
  private sweepAt = SWEEP_AT;

  constructor(
    /** Shared counter of all instances. */
    private readonly limiter: RateLimiterAbstract,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.portion = Math.max(1, Math.floor(limiter.points * SHARE));
  }

  /** Rejects with a RateLimiterRes when no points are left, as the limiter itself does. */
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
    // Another request opened the window meanwhile.
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
      // A rejection is counted too. When Redis fails the portion is lost, which matters only until the window ends.
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
