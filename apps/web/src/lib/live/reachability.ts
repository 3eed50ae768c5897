/** A socket that reconnects within this time is not probed: a proxy may interrupt it for a moment. ms */
const HICCUP_MS = 1_500;
/** Time for the first connection after the page loads, ms. */
const FIRST_LOOK_MS = 10_000;
/** While the socket looks open, an answer to any call proves for this time that the server is there, ms. */
const RECENT_MS = 5_000;
/** Pause between a failed probe and the one that confirms it, ms. */
const CONFIRM_MS = 2_000;
/** Interval of probes while the server is away, ms. */
const AWAY_MS = 5_000;
/** Interval of probes while the server answers but the socket is closed, ms. */
const NO_SOCKET_MS = 15_000;
/** After a successful probe, failed calls cause no new probe for this time, ms. */
const TRUSTED_MS = 30_000;
/** Failed probes in a row after which the server counts as away. */
const LOOKS_TO_BE_AWAY = 2;

interface Options {
  /** Probes the server. Never rejects. */
  look: () => Promise<boolean>;
  onChange: (there: boolean) => void;
  /** The server answers again; a socket that looks open may be dead. */
  onReturn: () => void;
}

/**
 * Decides whether the server is reachable, from the socket and one health probe. A failed call alone proves nothing; it only causes a
 * probe.
 */
export class Reachability {
  private there = true;
  private socketOpen = false;
  private misses = 0;
  private looking = false;
  private stopped = false;
  private foundAt = -Infinity;
  private answeredAt = -Infinity;
  /** Start of the last failed probe while the server is in doubt; an answer since then ends the doubt. */
  private doubtedAt = Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: Options) {}

  start(): void {
    this.lookIn(FIRST_LOOK_MS);
  }

  socketOpened(): void {
    this.socketOpen = true;
    this.endDoubt();
    this.cancel();
    this.tell(true);
  }

  socketLost(): void {
    this.socketOpen = false;
    if (!this.looking) this.timer ??= setTimeout(() => void this.lookNow(), HICCUP_MS);
  }

  callEnded(answered: boolean): void {
    if (answered) this.answeredAt = Date.now();
    else if (this.there && this.misses === 0 && Date.now() - this.foundAt >= TRUSTED_MS) void this.lookNow();
  }

  /** Call when the line may be another or none: the browser's own network was lost or came back, or nobody saw the page for long. */
  doubt(): void {
    void this.lookNow();
  }

  stop(): void {
    this.stopped = true;
    this.cancel();
  }

  private async lookNow(): Promise<void> {
    if (this.looking) return;
    this.cancel();
    this.looking = true;
    const askedAt = Date.now();
    // Any call answered meanwhile counts too, because something may block the probe alone; without a socket an older answer proves nothing.
    const since = this.socketOpen ? askedAt - RECENT_MS : Math.min(askedAt, this.doubtedAt);
    const found = (await this.options.look()) || this.answeredAt > since;
    this.looking = false;
    if (this.stopped) return;
    if (found) {
      const back = !this.there;
      this.foundAt = Date.now();
      this.endDoubt();
      this.tell(true);
      if (back) this.options.onReturn();
      if (!this.socketOpen) this.lookIn(NO_SOCKET_MS);
      return;
    }
    this.misses += 1;
    this.doubtedAt = askedAt;
    if (this.misses >= LOOKS_TO_BE_AWAY) this.tell(false);
    this.lookIn(this.there ? CONFIRM_MS : AWAY_MS);
  }

  private endDoubt(): void {
    this.misses = 0;
    this.doubtedAt = Infinity;
  }

  private lookIn(ms: number): void {
    this.cancel();
    this.timer = setTimeout(() => void this.lookNow(), ms);
  }

  private cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private tell(there: boolean): void {
    if (there === this.there) return;
    this.there = there;
    this.options.onChange(there);
  }
}
