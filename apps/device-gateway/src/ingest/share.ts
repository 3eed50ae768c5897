/** What one sender may send: at full speed while its burst lasts, then at its sustained rate, and past its daily share at a trickle. */
export interface ShareLimits {
  /** Records a second. */
  rate: number;
  /** Records at once. */
  burst: number;
  /** Records a day (UTC). */
  day: number;
}

/** Records a second that still pass when the daily share is used up, so that the current state stays visible. */
export const TRICKLE = 1;
const DAY_MS = 86_400_000;
const WINDOW_MS = 60_000;

/** The quota account of a board or a company. Times in ms. */
export class Share {
  private reserve: number;
  private at: number;
  private day: number;
  /** Today's count of all instances, as last read. */
  private counted = 0;
  /** Today's count of this instance that is not in the shared count yet. */
  private fresh = 0;
  private readonly window: { at: number; records: number }[] = [];

  constructor(
    private readonly limits: ShareLimits,
    now: number,
  ) {
    this.reserve = limits.burst;
    this.at = now;
    this.day = Math.floor(now / DAY_MS);
  }

  take(records: number, now: number): void {
    this.refill(now);
    this.reserve -= records;
    this.fresh += records;
    const last = this.window.at(-1);
    if (last && now - last.at < 1_000) last.records += records;
    else this.window.push({ at: now, records });
  }

  /** How long the next record waits, ms; 0 = not at all. A debt is paid before anything else passes. */
  wait(now: number): number {
    this.refill(now);
    return this.reserve > 0 ? 0 : Math.ceil(((1 - this.reserve) / this.speed) * 1_000);
  }

  /** The records to add to the shared count. */
  handOver(): number {
    const { fresh } = this;
    this.fresh = 0;
    this.counted += fresh;
    return fresh;
  }

  /** The shared count could not be changed. */
  takeBack(records: number): void {
    this.fresh += records;
    this.counted -= records;
  }

  /** Takes over the shared count. */
  learn(total: number, day: number): void {
    if (day === this.day) this.counted = total;
  }

  get today(): number {
    return this.counted + this.fresh;
  }

  /** Records a second, over the last minute. */
  pace(now: number): number {
    this.forget(now);
    return this.window.reduce((sum, { records }) => sum + records, 0) / (WINDOW_MS / 1_000);
  }

  /** The account holds nothing worth keeping. */
  idle(now: number): boolean {
    return this.fresh === 0 && this.pace(now) === 0 && this.wait(now) === 0 && this.reserve >= this.limits.burst;
  }

  private get speed(): number {
    return this.today >= this.limits.day ? Math.min(TRICKLE, this.limits.rate) : this.limits.rate;
  }

  private refill(now: number): void {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.day) {
      this.day = day;
      this.counted = 0;
      this.fresh = 0;
      // The debt of the previous day is forgiven.
      this.reserve = Math.max(this.reserve, 0);
    }
    const most = this.today >= this.limits.day ? 0.5 : this.limits.burst;
    const gained = (Math.max(0, now - this.at) / 1_000) * this.speed;
    this.reserve = Math.min(most, this.reserve + gained);
    this.at = now;
    this.forget(now);
  }

  private forget(now: number): void {
    while (this.window[0] && now - this.window[0].at > WINDOW_MS) this.window.shift();
  }
}
