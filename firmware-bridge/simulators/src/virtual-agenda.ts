import type { AgendaMessage, AgendaRun, RunEnd } from '@acequia/board-protocol';
import { type BoardClock, isNewer } from './board-clock.js';
import type { KeptMemory } from './kept-memory.js';
import type { OffCause } from './relay-state.js';
import { RunVolume } from './run-volume.js';
import type { VirtualPoints } from './virtual-points.js';
import type { VirtualRelays } from './virtual-relays.js';

interface Progress {
  run: AgendaRun;
  /** `cut`: it ran when the power went, and goes on to its volume. */
  state: 'waiting' | 'running' | 'cut' | 'over';
  /** Why the last attempt to start failed. */
  blocked: RunEnd;
  /** Start of a running one: s since 1970, and ms of the time that is passed in. */
  started: number;
  since: number;
  water: RunVolume;
  /** Since when its point has been at its `reach`; null = it is not. */
  reachedAt: number | null;
}

/** For how long a point has to be at the `reach` of a run: one wrong reading ends none. */
const REACH_MS = 30_000;
const millionths = (value: number): number => Math.round(value * 1e6);

const END_OF: Readonly<Record<OffCause, RunEnd>> = {
  order: 'off',
  limit: 'limit',
  interlock: 'interlock',
  locked: 'locked',
  protection: 'protection',
};

const isUnderWay = ({ state }: Progress): boolean => state === 'running' || state === 'cut';

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
    private readonly points: VirtualPoints,
  ) {}

  get version(): { epoch: number; rev: number } | null {
    return this.plan;
  }

  /** Pins that a run keeps on now. */
  running(): Set<number> {
    return new Set(this.progress.filter(({ state }) => state === 'running').map(({ run }) => run.pin));
  }

  /** Whether a run is under way, waits to begin or to go on, or is due before `until`. */
  mayBegin(until: number): boolean {
    const wall = this.clock.wall(until);
    return this.progress.some(
      (item) => isUnderWay(item) || (item.state === 'waiting' && wall !== null && item.run.at * 1000 < wall),
    );
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
      const fresh: Progress = {
        run,
        state: 'waiting',
        blocked: 'late',
        started: 0,
        since: 0,
        water: new RunVolume(),
        reachedAt: null,
      };
      if (found) {
        const sameMeter = found.run.point === run.point;
        // A run in progress stays on its pin.
        if (isUnderWay(found) && (found.run.pin !== run.pin || (found.state === 'cut' && !sameMeter)))
          return { ...fresh, state: 'over' };
        const sameReach = sameMeter && found.run.reach === run.reach;
        return { ...found, run, ...(!sameMeter && { water: new RunVolume() }), ...(!sameReach && { reachedAt: null }) };
      }
      const cut = run.vol === undefined ? null : this.memory.cut(run.id);
      if (cut) return { ...fresh, state: 'cut', started: cut.at };
      return { ...fresh, state: this.memory.knows(run.id) ? 'over' : 'waiting' };
    });
    const kept = new Set(next.filter(isUnderWay).map(({ run }) => run.id));
    for (const item of this.progress) if (isUnderWay(item) && !kept.has(item.run.id)) this.finish(item, 'off', now);
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
      if (item.state === 'cut') changed = this.resume(item, now, wall, connected) || changed;
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

  /** Ends runs that are over, no matter what turned their pin off; called after the relays' own tick. Returns whether a pin changed. */
  settle(now: number): boolean {
    const full = new Set<number>();
    const moist = new Set<number>();
    for (const item of this.progress) {
      if (item.state !== 'running') continue;
      const { vol, point } = item.run;
      if (vol !== undefined && item.water.reached(item.run, this.points.counter(point ?? 0), now)) {
        this.finish(item, 'volume', now);
        full.add(item.run.pin);
      } else if (this.hasReached(item, now)) {
        this.finish(item, 'reached', now);
        moist.add(item.run.pin);
      } else if (now - item.since >= item.run.secs * 1000) this.finish(item, 'done', now);
      else if (!this.relays.encendido(item.run.pin)) this.finish(item, END_OF[this.relays.offCause(item.run.pin)], now);
    }
    const changed = this.endEarly(full, 'volume', now);
    return this.endEarly(moist, 'reached', now) || changed;
  }

  /** Whether its point has been at its reach without a gap. Without a value nothing is known of it. */
  private hasReached(item: Progress, now: number): boolean {
    const { reach, point = 0 } = item.run;
    if (reach === undefined) return false;
    const value = this.points.value(point, now);
    if (value === null || millionths(value) < millionths(reach)) item.reachedAt = null;
    else item.reachedAt ??= now;
    return item.reachedAt !== null && now - item.reachedAt >= REACH_MS;
  }

  /** Turns these pins off where nothing else wants them on. A pump that stops with its last valve has ended like it. */
  private endEarly(pins: ReadonlySet<number>, end: RunEnd, now: number): boolean {
    if (pins.size === 0) return false;
    const on = (): Set<number> => new Set([...this.relays.values()].filter((relay) => relay.on).map(({ pin }) => pin));
    const before = on();
    for (const pin of [...pins].sort((a, b) => a - b)) this.reclaim(pin, now);
    const after = on();
    for (const item of this.progress) {
      const { pin } = item.run;
      if (item.state === 'running' && before.has(pin) && !after.has(pin)) this.finish(item, end, now);
    }
    return [...before].some((pin) => !after.has(pin));
  }

  /** A person turned a pin on, for as long as the relay allows, or off. */
  ordered(pin: number, on: boolean, now: number): void {
    if (on) this.person.set(pin, this.relays.limit(pin));
    else this.person.delete(pin);
    for (const item of this.progress)
      if (!on && item.state === 'cut' && item.run.pin === pin) this.finish(item, 'off', now);
    const running = this.progress.filter(({ state, run }) => state === 'running' && run.pin === pin);
    if (running.length === 0) return;
    if (on) this.reclaim(pin, now);
    else for (const item of running) this.finish(item, 'off', now);
  }

  private mayStart(item: Progress, now: number): boolean {
    const { pin } = item.run;
    const refusal = this.relays.rejection(pin, true, now);
    if (refusal === 'locked' || refusal === 'unknown_pin' || refusal === 'unfit_pin') {
      item.blocked = 'locked';
      return false;
    }
    if (refusal === 'protection') {
      item.blocked = 'protection';
      return false;
    }
    if (refusal && !this.relays.encendido(pin)) {
      item.blocked = 'interlock';
      return false;
    }
    return true;
  }

  /** Its longest time goes on over a cut of power, so that the next runs of the plan have their time. */
  private resume(item: Progress, now: number, wall: number, connected: boolean): boolean {
    const { id, pin, secs, point = 0, link } = item.run;
    item.since = now - (wall - item.started * 1000);
    if (now - item.since >= secs * 1000) {
      this.finish(item, 'power', now);
      return false;
    }
    if ((link === 1 && !connected) || !this.mayStart(item, now)) return false;
    const cut = this.memory.cut(id);
    const counter = this.points.counter(point);
    if (!cut || !counter) return false;
    item.state = 'running';
    item.water.goOn(cut.total, counter, now);
    const on = this.relays.encendido(pin);
    if (!on) this.relays.turn(pin, true, now, secs);
    this.reclaim(pin, now);
    return !on;
  }

  /** Whether a cut of power interrupted it, and it goes on. */
  goesOn(id: string): boolean {
    return this.progress.some(({ run, state }) => run.id === id && state === 'cut');
  }

  private start(item: Progress, now: number, wall: number): boolean {
    if (!this.mayStart(item, now)) return false;
    const { id, pin, secs, vol, point = 0 } = item.run;
    const on = this.relays.encendido(pin);
    const counter = vol === undefined ? null : this.points.counter(point);
    const started = Math.floor(wall / 1000);
    this.memory.started(id, started, counter?.total);
    Object.assign(item, { state: 'running', started, since: now, reachedAt: null });
    if (counter) item.water.begin(counter, now);
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
    const { run, started, since, water } = item;
    const isCut = item.state === 'cut';
    const secs = Math.min(isCut ? this.memory.knownSeconds(started) : Math.floor((now - since) / 1000), run.secs);
    const told = run.vol !== undefined && !isCut && { litres: water.litres(end === 'volume') };
    this.memory.ended({ id: run.id, started, secs, end, ...told });
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
