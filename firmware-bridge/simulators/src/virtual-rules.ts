import type { ControlMessage, ControlRule } from '@acequia/board-protocol';
import { type BoardClock, isNewer } from './board-clock.js';
import type { VirtualPoints } from './virtual-points.js';
import type { VirtualRelays } from './virtual-relays.js';

/** A sensor's latest reading. */
export interface Heard {
  t: number;
  h: number;
  /** ms. */
  at: number;
  /** ms between two readings. */
  every_ms: number;
}

/** The last value of what a rule follows. */
interface Told {
  value: number;
  at: number;
  every_ms: number;
}

/** A sensor counts as silent after three readings without a good value, but not before this time, ms; a point after this alone. */
const SILENCE_MS = 90_000;
/** Default time that a person's OFF suspends a rule, s. */
const HOLD_S = 3_600;
const DAY_S = 86_400;

/**
 * Rules of a simulated board that switch pins by its sensors and points; mirrors the firmware's `core/src/rules.cpp`. A run of the agenda
 * and a person's command take precedence over a rule. Times in ms, unless named otherwise.
 */
export class VirtualRules {
  private plan: ControlMessage | null = null;
  /** Ids of rules that keep their pin on: between its thresholds a rule keeps its last decision. */
  private wanting = new Set<string>();
  /** By rule, of those that follow a point. */
  private told = new Map<string, Told>();
  private readonly held = new Map<number, number>();
  /** Pins that a rule turned on and nothing else has turned since. */
  private readonly own = new Set<number>();
  private since = 0;

  constructor(
    private readonly relays: VirtualRelays,
    private readonly clock: BoardClock,
    private readonly points: VirtualPoints,
  ) {}

  get version(): { epoch: number; rev: number } | null {
    return this.plan;
  }

  /** Pins that have a rule. */
  pins(): Set<number> {
    return new Set(this.plan?.rules.map(({ pin }) => pin));
  }

  /** Accepts newer rules; false when they are not newer. */
  take(plan: ControlMessage, now: number): boolean {
    if (!isNewer(plan, this.plan)) return false;
    const before = new Map(this.plan?.rules.map((rule) => [rule.id, rule]));
    const same = plan.rules.filter(({ id, pin }) => before.get(id)?.pin === pin);
    this.wanting = new Set(same.flatMap(({ id }) => (this.wanting.has(id) ? [id] : [])));
    const following = new Set(same.flatMap(({ id, point }) => (before.get(id)?.point === point ? [id] : [])));
    this.told = new Map([...this.told].filter(([id]) => following.has(id)));
    this.plan = plan;
    this.since = now;
    return true;
  }

  /** `others`: pins that a run of the agenda keeps on. Returns whether a pin changed. */
  tick(heard: ReadonlyMap<number, Heard>, others: ReadonlySet<number>, now: number): boolean {
    const rules = this.plan?.rules ?? [];
    const wanting = new Set(
      rules.filter((rule) => this.wants(rule, this.latest(rule, heard, now), now)).map(({ id }) => id),
    );
    this.wanting = wanting;
    let changed = false;
    for (const { pin, on } of this.relays.values()) {
      if (!on || others.has(pin)) this.own.delete(pin);
      if (others.has(pin) || now < (this.held.get(pin) ?? 0) || this.relays.closing(pin)) continue;
      const rule = this.inCharge(rules, pin, now);
      if (rule) changed = this.follow(rule, wanting.has(rule.id), now) || changed;
      else if (this.own.has(pin)) changed = this.relays.turn(pin, false, now) || changed;
    }
    return changed;
  }

  /** A person turned a pin on, for as long as the relay allows, or off, for `hold_s`. */
  ordered(pin: number, on: boolean, now: number, hold_s = HOLD_S): void {
    this.own.delete(pin);
    this.held.set(pin, on ? this.relays.limit(pin) : now + hold_s * 1000);
  }

  private follow(rule: ControlRule, wanted: boolean, now: number): boolean {
    const { pin, min_on_s, min_off_s } = rule;
    const on = this.relays.encendido(pin);
    if (wanted && !on) {
      // The pin may have been on before the boot.
      const offSince = Math.max(this.relays.changedAt(pin, false), this.clock.bootedAt);
      const rested = now - offSince >= min_off_s * 1000;
      if (!rested || this.relays.rejection(pin, true, now)) return false;
      this.own.add(pin);
      return this.relays.turn(pin, true, now);
    }
    if (wanted && !this.own.has(pin)) {
      // A person's or a run's time is over, and the rule takes over.
      this.relays.keepUntil(pin, Infinity);
      this.own.add(pin);
    } else if (!wanted && on && now - this.relays.changedAt(pin, true) >= min_on_s * 1000) {
      return this.relays.turn(pin, false, now);
    }
    return false;
  }

  /** Of the rules of a pin that apply now, the one with the largest priority; among equals, the first. */
  private inCharge(rules: readonly ControlRule[], pin: number, now: number): ControlRule | undefined {
    const holding = rules.filter((rule) => rule.pin === pin && this.holdsNow(rule, now));
    return holding.reduce<ControlRule | undefined>(
      (chosen, rule) => (chosen && rule.priority <= chosen.priority ? chosen : rule),
      undefined,
    );
  }

  private holdsNow({ from, to, silent }: ControlRule, now: number): boolean {
    if (from === undefined || to === undefined) return true;
    const wall = this.clock.wall(now);
    // Without the time a rule that must not stop goes on at all hours.
    if (wall === null) return silent !== 'off';
    const second = Math.floor(wall / 1000) % DAY_S;
    return from <= to ? second >= from && second < to : second >= from || second < to;
  }

  private latest(
    { id, sensor, value = 't', point }: ControlRule,
    heard: ReadonlyMap<number, Heard>,
    now: number,
  ): Told | undefined {
    if (point === undefined) {
      const reading = heard.get(sensor ?? -1);
      return reading && { value: reading[value], at: reading.at, every_ms: reading.every_ms };
    }
    const told = this.points.value(point, now);
    if (told !== null) this.told.set(id, { value: told, at: now, every_ms: 0 });
    return this.told.get(id);
  }

  private wants(rule: ControlRule, told: Told | undefined, now: number): boolean {
    const last = told?.at ?? this.since;
    if (now - last > Math.max(SILENCE_MS, 3 * (told?.every_ms ?? 0))) {
      if (rule.silent !== 'cycle') return rule.silent === 'on';
      if (!this.relays.encendido(rule.pin)) return true;
      return now - this.relays.changedAt(rule.pin, true) < rule.min_on_s * 1000;
    }
    if (!told) return false;
    const { on_above, on_below, off_at } = rule;
    const { value } = told;
    if (on_above !== undefined ? value > on_above : value < (on_below ?? -Infinity)) return true;
    if (on_above !== undefined ? value <= off_at : value >= off_at) return false;
    return this.wanting.has(rule.id);
  }
}
