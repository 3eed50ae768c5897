import type { ControlMessage, ControlRule } from '@acequia/board-protocol';
import { type BoardClock, isNewer } from './board-clock.js';
import type { VirtualRelays } from './virtual-relays.js';

/** What a sensor said last. */
export interface Heard {
  t: number;
  h: number;
  /** ms. */
  at: number;
  /** ms between two readings. */
  every_ms: number;
}

/** Without a good value for three readings, and at least this long, a sensor is silent, ms. */
const SILENCE_MS = 90_000;
/** How long a person's OFF holds when it says no time itself, s. */
const HOLD_S = 3_600;
const DAY_S = 86_400;

/**
 * Switches of a simulated board that follow its sensors, as the firmware's `core/src/rules.cpp` has them. A run of the
 * agenda and a person's order go before a rule. Times in ms, unless named otherwise.
 */
export class VirtualRules {
  private plan: ControlMessage | null = null;
  /** Ids of rules that want their pin on: between its thresholds a rule wants what it wanted before. */
  private wanting = new Set<string>();
  private readonly held = new Map<number, number>();
  /** Pins that a rule turned on, and nobody since. */
  private readonly own = new Set<number>();
  private since = 0;

  constructor(
    private readonly relays: VirtualRelays,
    private readonly clock: BoardClock,
  ) {}

  get version(): { epoch: number; rev: number } | null {
    return this.plan;
  }

  /** Pins that a rule is about. */
  pins(): Set<number> {
    return new Set(this.plan?.rules.map(({ pin }) => pin));
  }

  /** Takes newer rules; false when they are not newer. */
  take(plan: ControlMessage, now: number): boolean {
    if (!isNewer(plan, this.plan)) return false;
    const before = new Map(this.plan?.rules.map((rule) => [rule.id, rule.pin]));
    const kept = plan.rules.filter(({ id, pin }) => before.get(id) === pin && this.wanting.has(id));
    this.wanting = new Set(kept.map(({ id }) => id));
    this.plan = plan;
    this.since = now;
    return true;
  }

  /** `others`: pins that a run of the agenda has. Says whether a pin changed. */
  tick(heard: ReadonlyMap<number, Heard>, others: ReadonlySet<number>, now: number): boolean {
    const rules = this.plan?.rules ?? [];
    const wanting = new Set(rules.filter((rule) => this.wants(rule, heard.get(rule.sensor), now)).map(({ id }) => id));
    this.wanting = wanting;
    let changed = false;
    for (const { pin, on } of this.relays.values()) {
      if (!on || others.has(pin)) this.own.delete(pin);
      if (others.has(pin) || now < (this.held.get(pin) ?? 0) || this.relays.closing(pin)) continue;
      const rule = this.inCharge(rules, pin, now);
      if (rule) changed = this.follow(rule, wanting.has(rule.id), now) || changed;
      else if (this.own.has(pin)) changed = this.relays.turnRound(pin, false, now) || changed;
    }
    return changed;
  }

  /** Somebody turned a pin on, for as long as the relay says, or off, for `hold_s`. */
  ordered(pin: number, on: boolean, now: number, hold_s = HOLD_S): void {
    this.own.delete(pin);
    this.held.set(pin, on ? this.relays.limit(pin) : now + hold_s * 1000);
  }

  private follow(rule: ControlRule, wanted: boolean, now: number): boolean {
    const { pin, min_on_s, min_off_s } = rule;
    const on = this.relays.encendido(pin);
    if (wanted && !on) {
      // Before this life it may have been on.
      const offSince = Math.max(this.relays.changedAt(pin, false), this.clock.bootedAt);
      const rested = now - offSince >= min_off_s * 1000;
      if (!rested || this.relays.rejection(pin, true, now)) return false;
      this.own.add(pin);
      return this.relays.turnRound(pin, true, now);
    }
    if (wanted && !this.own.has(pin)) {
      // A person's time is over, or a run's, and the rule goes on from there.
      this.relays.keepUntil(pin, Infinity);
      this.own.add(pin);
    } else if (!wanted && on && now - this.relays.changedAt(pin, true) >= min_on_s * 1000) {
      return this.relays.turnRound(pin, false, now);
    }
    return false;
  }

  /** Of the rules of a pin that hold now, the one with the largest priority; of equals the first. */
  private inCharge(rules: readonly ControlRule[], pin: number, now: number): ControlRule | undefined {
    const holding = rules.filter((rule) => rule.pin === pin && this.holdsNow(rule, now));
    return holding.reduce<ControlRule | undefined>(
      (chosen, rule) => (chosen && rule.priority <= chosen.priority ? chosen : rule),
      undefined,
    );
  }

  private holdsNow({ from, to }: ControlRule, now: number): boolean {
    if (from === undefined || to === undefined) return true;
    const wall = this.clock.wall(now);
    if (wall === null) return false;
    const second = Math.floor(wall / 1000) % DAY_S;
    return from <= to ? second >= from && second < to : second >= from || second < to;
  }

  private wants(rule: ControlRule, heard: Heard | undefined, now: number): boolean {
    const last = heard?.at ?? this.since;
    if (now - last > Math.max(SILENCE_MS, 3 * (heard?.every_ms ?? 0))) {
      if (rule.silent !== 'cycle') return rule.silent === 'on';
      if (!this.relays.encendido(rule.pin)) return true;
      return now - this.relays.changedAt(rule.pin, true) < rule.min_on_s * 1000;
    }
    if (!heard) return false;
    const { on_above, on_below, off_at } = rule;
    const value = heard[rule.value];
    if (on_above !== undefined ? value > on_above : value < (on_below ?? -Infinity)) return true;
    if (on_above !== undefined ? value <= off_at : value >= off_at) return false;
    return this.wanting.has(rule.id);
  }
}
