import type { ControlMessage, Protection } from '@acequia/board-protocol';
import type { BoardClock } from './board-clock.js';
import type { KeptMemory } from './kept-memory.js';
import type { VirtualPoints } from './virtual-points.js';
import type { VirtualRelays } from './virtual-relays.js';

/** A bypass is at most 4 hours; clocks may be 5 minutes apart. */
const LONGEST_BYPASS_S = 4 * 3_600 + 300;
/** A value that comes back lets go after this time at the earliest. */
const SHORTEST_MS = 10_000;

/**
 * Protections of a simulated board: they turn relays off when a point says so, and keep them off. Mirrors the firmware's
 * `core/src/protections.cpp`; the scenarios of `firmware/` run against both. Times in ms, unless named otherwise.
 */
export class VirtualProtections {
  private list: readonly Protection[] = [];
  /** Since when each is beyond its limit, and since when each has tripped. */
  private readonly beyondSince = new Map<string, number>();
  private readonly trippedSince = new Map<string, number>();
  private news = false;

  constructor(
    private readonly relays: VirtualRelays,
    private readonly clock: BoardClock,
    private readonly points: VirtualPoints,
    private readonly memory: KeptMemory,
  ) {}

  /** Takes those of a `control` message. One that has tripped stays so. */
  take({ protections = [] }: ControlMessage): void {
    this.list = protections;
    const ids = new Set(protections.map(({ id }) => id));
    for (const id of this.beyondSince.keys()) if (!ids.has(id)) this.beyondSince.delete(id);
    for (const id of this.trippedSince.keys()) if (!ids.has(id)) this.letGo(id);
  }

  /** Takes what the earlier life kept off, and keeps it off. */
  restore(now: number): void {
    const ids = new Set(this.list.map(({ id }) => id));
    for (const id of [...this.memory.tripped.keys()])
      if (ids.has(id)) this.trippedSince.set(id, now);
      else this.memory.tripped.delete(id);
    this.hold(now);
  }

  /** Called before anything may turn a relay on. Returns whether a pin changed. */
  tick(now: number): boolean {
    for (const one of this.list) this.judge(one, now);
    return this.hold(now);
  }

  /** Whether one tripped or let go. Returns true once. */
  takeNews(): boolean {
    const { news } = this;
    this.news = false;
    return news;
  }

  tripped(): { id: string; at: number | null }[] {
    return this.list.flatMap(({ id }) => {
      const kept = this.trippedSince.has(id) ? this.memory.tripped.get(id) : undefined;
      return kept ? [{ id, at: kept.at }] : [];
    });
  }

  private hold(now: number): boolean {
    const acting = this.list.filter((one) => this.trippedSince.has(one.id) && !this.isBypassed(one, now));
    return this.relays.protect(new Set(acting.flatMap(({ off }) => off)), now);
  }

  private judge(one: Protection, now: number): void {
    const { id, above, below, for_s, no_data, freed = 0 } = one;
    const value = this.points.value(one.point, now);
    if (this.trippedSince.has(id)) {
      if (this.isFreed(one, value, now)) this.letGo(id);
      return;
    }
    const beyond = value === null ? no_data === 'off' : value > (above ?? Infinity) || value < (below ?? -Infinity);
    if (!beyond || !this.watches(one, now) || this.isBypassed(one, now)) {
      this.beyondSince.delete(id);
      return;
    }
    const since = this.beyondSince.get(id) ?? now;
    this.beyondSince.set(id, since);
    if (now - since < for_s * 1000) return;
    const wall = this.clock.wall(now);
    this.beyondSince.delete(id);
    this.trippedSince.set(id, now);
    this.memory.tripped.set(id, { freed, at: wall === null ? null : Math.floor(wall / 1000) });
    this.news = true;
  }

  private letGo(id: string): void {
    this.trippedSince.delete(id);
    this.memory.tripped.delete(id);
    this.news = true;
  }

  private watches({ with_pin, grace_s }: Protection, now: number): boolean {
    if (with_pin === undefined) return true;
    return this.relays.encendido(with_pin) && now - this.relays.changedAt(with_pin, true) >= grace_s * 1000;
  }

  /** Without the time of day nobody knows whether a bypass is over. */
  private isBypassed({ bypass_until = 0 }: Protection, now: number): boolean {
    const wall = this.clock.wall(now);
    if (wall === null) return false;
    const left = bypass_until - Math.floor(wall / 1000);
    return left > 0 && left <= LONGEST_BYPASS_S;
  }

  /** A person may free each of them. */
  private isFreed({ id, above, until, freed = 0 }: Protection, value: number | null, now: number): boolean {
    if (freed !== this.memory.tripped.get(id)?.freed) return true;
    if (until === 'person') return false;
    if ('s' in until) return now - (this.trippedSince.get(id) ?? now) >= until.s * 1000;
    if (now - (this.trippedSince.get(id) ?? now) < SHORTEST_MS) return false;
    return value !== null && (above === undefined ? value >= until.value : value <= until.value);
  }
}
