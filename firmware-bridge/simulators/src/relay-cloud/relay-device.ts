import { merge } from '../random.js';
import { phaseWith, frecuencia, motor, dashboard, type Fase } from './electrical-load.js';
import { Temper, type MisbehaviourKind, type MisbehaviourOptions } from './misbehaviour.js';
import { hexId, MODEL_FACTS, type Model, type ModelFacts } from './models.js';
import { statusOf } from './status.js';

/** Longest step for summing up energy, ms, and most steps of one catch-up. */
const STEP_MS = 10_000;
const MAX_STEPS = 2_000;
/** Number of commands that a device's log keeps. */
const REMEMBERED = 1_000;
/** Load of a relay with metering: a small pump. */
const PUMP = { w: 1_100, fp: 0.84 };

export interface DeviceOptions {
  model: Model;
  /** In hex; generated from the account's number when absent. */
  id: string;
  /** Distance of the farm's clock from UTC, hours. */
  utc_offset_h?: number;
  /** 1 = a farm of about 8 kW at its peak (meters only). */
  scale?: number;
}

export interface Acted {
  at: number;
  on: boolean;
  via: 'v1' | 'v2' | 'timer';
}

/** What survives a restart of the stand-in. */
export interface DeviceMemory {
  at: number;
  on: boolean;
  wh: number[];
}

/** One relay or meter as its cloud sees it: a state machine over the time that is passed in. */
export class RelayDevice {
  readonly id: string;
  readonly model: Model;
  readonly facts: ModelFacts;
  readonly temper = new Temper();
  /** Commands carried out, oldest first. */
  readonly acted: Acted[] = [];
  /** The current clamps or the metering chip failed: fields are null and the status reports the error. */
  meterFailed = false;
  /** Energy counter per phase, Wh from the grid (one for a relay). */
  readonly wh: number[];

  private readonly seed: number;
  private readonly utc_offset_h: number;
  private readonly scale: number;
  private on = false;
  private onSince = 0;
  /** When `toggle_after` turns the relay back. */
  private back: number | null = null;
  private at: number;
  private lastSeen: Record<string, unknown> | null = null;

  constructor(options: DeviceOptions, now: number) {
    this.id = hexId(options.id);
    this.model = options.model;
    this.facts = MODEL_FACTS[options.model];
    const number = BigInt(`0x${this.id}`);
    this.seed = merge(Number(number % 0x1_0000_0000n), Number(number / 0x1_0000_0000n));
    this.utc_offset_h = options.utc_offset_h ?? -6;
    this.scale = options.scale ?? 1;
    this.at = now;
    // An installed meter: its counters do not begin at 0.
    const phases = options.model.startsWith('pro3em') ? 3 : options.model === 'plus1pm' ? 1 : 0;
    this.wh = Array.from({ length: phases }, (_, n) => 200_000 + (merge(this.seed, n) % 2_000_000));
  }

  /** Whether the cloud reaches the device. The device keeps working when offline. */
  get online(): boolean {
    return this.lastSeen === null;
  }

  /** Connects or disconnects the device; while offline the cloud keeps showing the last state. */
  setOnline(online: boolean, now: number): void {
    if (online === this.online) return;
    this.lastSeen = online ? null : this.status(now);
  }

  misbehave(kind: MisbehaviourKind | null, options?: MisbehaviourOptions): void {
    this.temper.set(kind, options);
  }

  output(now: number): boolean {
    this.advance(now);
    return this.on;
  }

  /** Turns the relay. `toggle_after`, s, turns it back; a new command cancels an earlier `toggle_after`. */
  switch(on: boolean, now: number, via: Acted['via'], toggle_after?: number): void {
    this.advance(now);
    this.turn(on, now, via);
    this.back = toggle_after === undefined ? null : now + toggle_after * 1000;
  }

  hasTimer(): boolean {
    return this.back !== null;
  }

  /** Resets the counters to 0, as a factory reset does. */
  resetCounters(now: number): void {
    this.advance(now);
    this.wh.fill(0);
  }

  /** `device_status` of v1, `status` of v2. While offline: the last state that the cloud saw. */
  status(now: number): Record<string, unknown> {
    this.advance(now);
    return this.lastSeen ?? statusOf(this, now);
  }

  /** Phases at `now`; one for a relay with metering, none without. */
  phases(now: number): Fase[] {
    if (this.wh.length === 3) return dashboard(this.seed, now, this.utc_offset_h, this.scale);
    if (this.wh.length === 0) return [];
    const load = this.on ? motor(PUMP.w, PUMP.fp, (now - this.onSince) / 1000) : { w: 0, va: 0 };
    return [phaseWith(load.w, load.va, this.seed, 0, now, this.utc_offset_h)];
  }

  frequency(now: number): number {
    return frecuencia(this.seed, now);
  }

  memory(now: number): DeviceMemory {
    this.advance(now);
    return { at: this.at, on: this.on, wh: [...this.wh] };
  }

  /** Resumes from stored counters: the energy since then is added at the next read. */
  recall(memory: DeviceMemory): void {
    if (memory.wh.length !== this.wh.length || memory.at > this.at) return;
    this.at = memory.at;
    this.on = memory.on;
    memory.wh.forEach((value, n) => (this.wh[n] = value));
  }

  private turn(on: boolean, now: number, via: Acted['via']): void {
    if (on && !this.on) this.onSince = now;
    this.on = on;
    this.acted.push({ at: now, on, via });
    if (this.acted.length > REMEMBERED) this.acted.shift();
  }

  /** Advances to `now`: sums up energy and turns the relay back when its time is up. */
  private advance(now: number): void {
    if (this.back !== null && this.back <= now) {
      const back = this.back;
      this.back = null;
      this.count(back);
      this.turn(!this.on, back, 'timer');
    }
    this.count(now);
  }

  private count(until: number): void {
    const gap = until - this.at;
    if (gap <= 0) return;
    const step = Math.max(STEP_MS, gap / MAX_STEPS);
    for (let from = this.at; from < until && this.wh.length > 0; from += step) {
      const ms = Math.min(step, until - from);
      this.phases(from + ms / 2).forEach(({ w }, n) => (this.wh[n] = (this.wh[n] ?? 0) + (w * ms) / 3_600_000));
    }
    this.at = until;
  }
}
