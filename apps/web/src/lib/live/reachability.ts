/** A reconnection behind a proxy blinks for a moment: only what lasts longer is looked into. ms */
const HICCUP_MS = 1_500;
/** A page that was just loaded is given so long for its first connection, ms. */
const FIRST_LOOK_MS = 10_000;
/** An answer to any call is word of the server for so long, ms. */
const RECENT_MS = 5_000;
/** Between a look that found nobody and the one that confirms it, ms. */
const CONFIRM_MS = 2_000;
/** Between looks while the server is known to be away, ms. */
const AWAY_MS = 5_000;
/** Between looks while the server is there but the socket is not, ms. */
const NO_SOCKET_MS = 15_000;
/** After a look that found the server, failed calls give no reason for another for so long, ms. */
const TRUSTED_MS = 30_000;
/** So many looks in a row must find nobody before the server is called away. */
const LOOKS_TO_BE_AWAY = 2;

interface Options {
  /** Asks the server whether it is there. Never fails. */
  look: () => Promise<boolean>;
  onChange: (there: boolean) => void;
  /** The server answers again, and the socket that looks open may be dead. */
  onReturn: () => void;
}

/**
 * Decides whether the server is there, by the socket and one health probe. A call that fails is that call's own affair: it only
 * gives a reason to look.
 */
export class Reachability {
  private there = true;
  private socketOpen = false;
  private misses = 0;
  private looking = false;
  private stopped = false;
  private foundAt = -Infinity;
  private answeredAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: Options) {}

  start(): void {
    this.lookIn(FIRST_LOOK_MS);
  }

  socketOpened(): void {
    this.socketOpen = true;
    this.misses = 0;
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

  /** The browser says that its own network went or came back. */
  networkChanged(): void {
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
    // Whatever answers meanwhile is as good as the probe, which may itself be what is blocked.
    const found = (await this.options.look()) || this.answeredAt >= askedAt - RECENT_MS;
    this.looking = false;
    if (this.stopped) return;
    if (found) {
      const back = !this.there;
      this.foundAt = Date.now();
      this.misses = 0;
      this.tell(true);
      if (back) this.options.onReturn();
      if (!this.socketOpen) this.lookIn(NO_SOCKET_MS);
      return;
    }
    this.misses += 1;
    if (this.misses >= LOOKS_TO_BE_AWAY) this.tell(false);
    this.lookIn(this.there ? CONFIRM_MS : AWAY_MS);
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
