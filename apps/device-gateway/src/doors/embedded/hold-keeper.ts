import type { BoardSession } from './board-session.js';

const LOOK_MS = 250;
/** Disconnects are spread over this last share of the longest wait, so that boards do not reconnect in one wave. */
const JITTER = 0.25;

/** Ends connections whose acknowledgements have waited too long: the board keeps its data and sends it again. */
export class HoldKeeper {
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly sessions: () => Iterable<BoardSession>,
    private readonly end: (session: BoardSession) => void,
  ) {
    this.timer = setInterval(() => this.look(Date.now()), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(now: number): void {
    for (const session of this.sessions()) {
      if (session.held === 0 || session.closed) continue;
      if (now - session.heldSince > session.hold_ms * (1 - JITTER * session.jitter)) this.end(session);
    }
  }
}
