import type { AgendaMessage, AgendaRun, RunEnd } from '@acequia/board-protocol';
import { type BoardClock, isNewer } from './board-clock.js';
import type { KeptMemory } from './kept-memory.js';
import type { OffCause, VirtualRelays } from './virtual-relays.js';

interface Progress {
  run: AgendaRun;
  state: 'waiting' | 'running' | 'over';
  /** Why the last attempt to start failed. */
  blocked: RunEnd;
  /** Start of a running one: s since 1970, and ms of the time that is passed in. */
  started: number;
  since: number;
}

const END_OF: Readonly<Record<OffCause, RunEnd>> = {
  order: 'off',
  limit: 'limit',
  interlock: 'interlock',
  locked: 'locked',
};

/**
 * Runs the agenda of a simulated board by its own clock, like the firmware's `core/src/agenda.cpp`; the scenarios of
 * `firmware/` run against both. Times in ms, unless named otherwise.
 */
export class VirtualAgenda {
  private plan: AgendaMessage | null = null;
  private progress: Progress[] = [];
  /** Until when a person's command keeps a pin on. */
  private readonly person = new Map<number, number>();
  private knownSince: number | null = null;

  constructor(
    private readonly relays: VirtualRelays,
    private readonly memory: KeptMemory,
    private readonly clock: BoardClock,
  ) {}

  get version(): { epoch: number; rev: number } | null {
    return this.plan;
  }

  /** Pins that a run keeps on now. */
  running(): Set<number> {
    return new Set(this.progress.filter(({ state }) => state === 'running').map(({ run }) => run.pin));
  }

  /** Pins of the agenda's runs. */
  pins(): Set<number> {
    return new Set(this.progress.map(({ run }) => run.pin));
  }

  /** Accepts a newer agenda; false when it is not newer. */
  take(plan: AgendaMessage, now: number): boolean {
    if (!isNewer(plan, this.plan)) return false;
    const before = this.running();
    const next = plan.runs.map((run): Progress => {
      const found = this.progress.find((item) => item.run.id === run.id);
      // A run in progress stays on its pin.
      if (found && !(found.state === 'running' && found.run.pin !== run.pin)) return { ...found, run };
      const state = this.memory.knows(run.id) ? 'over' : 'waiting';
      return { run, state, blocked: 'late', started: 0, since: 0 };
    });
    const kept = new Set(next.filter(({ state }) => state === 'running').map(({ run }) => run.id));
    for (const item of this.progress)
      if (item.state === 'running' && !kept.has(item.run.id)) this.finish(item, 'off', now);
    this.plan = plan;
    this.progress = next;
    for (const pin of before) this.reclaim(pin, now);
    return true;
  }

  /** Starts due runs; called before the relays' own tick. Returns whether a pin changed. */
  startDue(now: number, connected: boolean): boolean {
    const wall = this.clock.wall(now);
    this.knownSince = wall === null ? null : (this.knownSince ?? wall);
    if (!this.plan) return false;
    if (wall === null) {
      this.announce(now, connected);
      return false;
    }
    let changed = false;
    for (const item of this.progress) {
      const { run } = item;
      if (item.state !== 'waiting' || wall < run.at * 1000) continue;
      // One extra second, for the board's polling interval.
      const closes = Math.min(run.at + run.late_s, this.plan.until) * 1000 + 1000;
      if (wall >= closes) this.miss(item, closes);
      else if (run.link === 1 && !connected) item.blocked = 'late';
      else changed = this.start(item, now, wall) || changed;
    }
    this.announce(now, connected);
    return changed;
  }

  /** Tells the relays the next run of each pin, for a pump goes on from one valve to the next. A run that is due and waits may never start. */
  private announce(now: number, connected: boolean): void {
    const wall = this.clock.wall(now);
    const until = this.plan?.until ?? 0;
    const next = new Map<number, AgendaRun>();
    for (const { run, state } of this.progress) {
      const starts = wall !== null && state === 'waiting' && run.at * 1000 > wall && run.at <= until;
      if (starts && (run.link === 0 || connected) && run.at < (next.get(run.pin)?.at ?? Infinity))
        next.set(run.pin, run);
    }
    for (const { pin } of this.relays.values()) {
      const run = next.get(pin);
      this.relays.expect(pin, run ? { from: now + run.at * 1000 - (wall ?? 0), secs: run.secs } : null);
    }
  }

  /** Ends runs that are over, no matter what turned their pin off; called after the relays' own tick. */
  settle(now: number): void {
    for (const item of this.progress) {
      if (item.state !== 'running') continue;
      if (now - item.since >= item.run.secs * 1000) this.finish(item, 'done', now);
      else if (!this.relays.encendido(item.run.pin)) this.finish(item, END_OF[this.relays.offCause(item.run.pin)], now);
    }
  }

  /** A person turned a pin on, for as long as the relay allows, or off. */
  ordered(pin: number, on: boolean, now: number): void {
    if (on) this.person.set(pin, this.relays.limit(pin));
    else this.person.delete(pin);
    const running = this.progress.filter(({ state, run }) => state === 'running' && run.pin === pin);
    if (running.length === 0) return;
    if (on) this.reclaim(pin, now);
    else for (const item of running) this.finish(item, 'off', now);
  }

  private start(item: Progress, now: number, wall: number): boolean {
    const { id, pin, secs } = item.run;
    const on = this.relays.encendido(pin);
    const refusal = this.relays.rejection(pin, true, now);
    if (refusal === 'locked' || refusal === 'unknown_pin' || refusal === 'unfit_pin') {
      item.blocked = 'locked';
      return false;
    }
    if (refusal && !on) {
      item.blocked = 'interlock';
      return false;
    }
    const started = Math.floor(wall / 1000);
    this.memory.started(id, started);
    Object.assign(item, { state: 'running', started, since: now });
    if (!on) this.relays.turn(pin, true, now, secs);
    this.reclaim(pin, now);
    return !on;
  }

  /** Records why a run can no longer start. `closed`: end of its window, since 1970. */
  private miss(item: Progress, closed: number): void {
    let end = item.blocked;
    if (closed <= (this.clock.wall(this.clock.bootedAt) ?? 0)) end = 'power';
    else if (closed <= (this.knownSince ?? 0)) end = 'clock';
    this.memory.ended({ id: item.run.id, started: null, secs: 0, end });
    item.state = 'over';
  }

  private finish(item: Progress, end: RunEnd, now: number): void {
    const { run, started, since } = item;
    const secs = Math.min(Math.floor((now - since) / 1000), run.secs);
    this.memory.ended({ id: run.id, started, secs, end });
    item.state = 'over';
  }

  /** Extends a pin's time on to the longest claim on it, and turns it off when there is none. */
  private reclaim(pin: number, now: number): void {
    const ends = this.progress
      .filter(({ state, run }) => state === 'running' && run.pin === pin)
      .map(({ since, run }) => since + run.secs * 1000);
    const until = Math.max(...ends, this.person.get(pin) ?? -Infinity);
    if (until > now) this.relays.keepUntil(pin, until);
    else this.relays.turn(pin, false, now);
  }
}
