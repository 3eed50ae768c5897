import { type ControlMessage, isBeyond, isBypassed, letsGo, type Protection } from '@acequia/board-protocol';
import { FlowWatch, type WrongFlow } from './flow-watch.js';
import type { BoardClock } from './board-clock.js';
import type { KeptMemory } from './kept-memory.js';
import type { VirtualPoints } from './virtual-points.js';
import type { VirtualRelays } from './virtual-relays.js';

/**
 * Protections of a simulated board: they turn relays off when a point says so, and keep them off. Mirrors the firmware's
 * `core/src/protections.cpp`; the scenarios of `firmware/` run against both. Times in ms, unless named otherwise.
 */
export class VirtualProtections {
  private list: readonly Protection[] = [];
  /** Since when each is beyond its limit, and since when each has tripped. */
  private readonly beyondSince = new Map<string, number>();
  private readonly trippedSince = new Map<string, number>();
  private readonly flows = new Map<string, FlowWatch>();
  /** Of those that tripped in this life. */
  private readonly wrongFlows = new Map<string, WrongFlow>();
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
    for (const id of this.flows.keys()) if (!ids.has(id)) this.flows.delete(id);
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

  tripped(): ({ id: string; at: number | null } & Partial<WrongFlow>)[] {
    return this.list.flatMap(({ id }) => {
      const kept = this.trippedSince.has(id) ? this.memory.tripped.get(id) : undefined;
      return kept ? [{ id, at: kept.at, ...this.wrongFlows.get(id) }] : [];
    });
  }

  private hold(now: number): boolean {
    const acting = this.list.filter((one) => this.trippedSince.has(one.id) && !this.isBypassed(one, now));
    return this.relays.protect(new Set(acting.flatMap(({ off }) => off)), now);
  }

  private judge(one: Protection, now: number): void {
    const { id, for_s, freed = 0 } = one;
    if (this.trippedSince.has(id)) {
      if (this.isFreed(one, now)) this.letGo(id);
      return;
    }
    const watching = this.watches(one, now) && !this.isBypassed(one, now);
    if (!watching) this.flows.get(id)?.rest();
    const beyond = watching && this.beyond(one, now);
    if (beyond === false) {
      this.beyondSince.delete(id);
      return;
    }
    const since = this.beyondSince.get(id) ?? now;
    this.beyondSince.set(id, since);
    if (beyond === true && now - since < for_s * 1000) return;
    const wall = this.clock.wall(now);
    this.beyondSince.delete(id);
    this.flows.delete(id);
    this.trippedSince.set(id, now);
    if (beyond !== true) this.wrongFlows.set(id, beyond);
    this.memory.tripped.set(id, { freed, at: wall === null ? null : Math.floor(wall / 1000) });
    this.news = true;
  }

  /** Whether it is beyond its limit; a flow that is wrong has its `for_s` in what may pass beyond it. */
  private beyond(one: Protection, now: number): boolean | WrongFlow {
    const { id, point, flow, for_s, no_data } = one;
    if (!flow) return isBeyond(one, this.points.value(point, now));
    const counter = this.points.counter(point);
    if (counter) return this.flows.get(id)?.wrong(flow, counter, for_s * 1000, now) ?? false;
    this.flows.get(id)?.rest();
    return no_data === 'off';
  }

  private letGo(id: string): void {
    this.trippedSince.delete(id);
    this.wrongFlows.delete(id);
    this.memory.tripped.delete(id);
    this.news = true;
  }

  private watches({ id, with_pin, grace_s, flow }: Protection, now: number): boolean {
    if (flow) {
      const watch = this.flows.get(id) ?? new FlowWatch();
      this.flows.set(id, watch);
      return watch.watches(flow, (pin) => this.relays.encendido(pin), grace_s * 1000, now);
    }
    if (with_pin === undefined) return true;
    return this.relays.encendido(with_pin) && now - this.relays.changedAt(with_pin, true) >= grace_s * 1000;
  }

  private isBypassed(one: Protection, now: number): boolean {
    return isBypassed(one, this.clock.wall(now));
  }

  private isFreed(one: Protection, now: number): boolean {
    const freed = this.memory.tripped.get(one.id)?.freed;
    const for_ms = now - (this.trippedSince.get(one.id) ?? now);
    return letsGo(one, { freed, for_ms }, this.points.value(one.point, now));
  }
}
