import type { CommandMessage, ResultMessage } from '@acequia/board-protocol';
import type { BoardClock } from './board-clock.js';
import type { VirtualRelays } from './virtual-relays.js';

/** Number of command ids a board remembers: a command that arrives twice acts once. */
const REMEMBERED_IDS = 64;
/** An expiry further ahead than this means that one of the two clocks is wrong, so lateness cannot be judged, ms. */
const EXPIRES_AT_MOST_MS = 15 * 60_000;

/** The commands of a simulated board: none late, none twice, and answers that wait until a valve may close. */
export class VirtualCommands {
  /** null: the result waits until the pin is off. */
  private readonly answered = new Map<string, { pin: number; result: ResultMessage | null }>();

  constructor(
    private readonly relays: VirtualRelays,
    private readonly clock: BoardClock,
  ) {}

  /** What was answered to it before; undefined: it is new. */
  repeated(id: string): { result: ResultMessage | null } | undefined {
    return this.answered.get(id);
  }

  /** Turns the relay, unless that is refused, and calls `acted` then. `changed`: a pin changed. */
  obey(command: CommandMessage, now: number, acted: () => void): { result: ResultMessage | null; changed: boolean } {
    const { id, pin, on, max_s } = command;
    const error = this.outOfTurn(command, now) ?? this.relays.rejection(pin, on, now);
    if (error) return { result: this.remember(command, { id, ok: false, error }), changed: false };
    const changed = this.relays.turn(pin, on, now, max_s);
    acted();
    const result = !on && this.relays.closing(pin) ? null : this.done(id, pin);
    return { result: this.remember(command, result), changed };
  }

  /** Delayed answers, each once. */
  late(): ResultMessage[] {
    const late: ResultMessage[] = [];
    for (const [id, answer] of this.answered) {
      if (answer.result || this.relays.closing(answer.pin)) continue;
      answer.result = this.done(id, answer.pin);
      late.push(answer.result);
    }
    return late;
  }

  private remember({ id, pin }: CommandMessage, result: ResultMessage | null): ResultMessage | null {
    this.answered.set(id, { pin, result });
    const oldest = this.answered.keys().next();
    if (this.answered.size > REMEMBERED_IDS && !oldest.done) this.answered.delete(oldest.value);
    return result;
  }

  private done(id: string, pin: number): ResultMessage {
    return { id, ok: true, pins: { [pin]: this.relays.encendido(pin) ? 1 : 0 } };
  }

  /** A late command must not act, on or off. When the clock cannot judge lateness, ON is refused, which may flood a field, and OFF obeyed. */
  private outOfTurn({ on, exp }: CommandMessage, now: number): string | null {
    const clock = this.clock.wall(now);
    if (clock === null) return on ? 'clock_unset' : null;
    if (clock > exp) return 'expired';
    return on && exp - clock > EXPIRES_AT_MOST_MS ? 'clock_skewed' : null;
  }
}
