import {
  type AgendaRun,
  type ControlRule,
  encodeAgenda,
  encodeConfig,
  encodeControl,
  type PointMessage,
  type Protection,
  type RunReport,
} from '@acequia/board-protocol';
import { Hydraulics, type HydraulicOptions } from '../hydraulics.js';
import { random } from '../random.js';
import { type Device, type Seen, T0 } from './device.fixture.js';
import { protectionsOf, PUMP } from './flow.fixture.js';
import { planned, relay } from './scenario.fixture.js';

const VALVES = [4, 5] as const;
const [METER, LEVEL, PRESSURE] = [34, 35, 36];
const [STEP_MS, TICK_MS, SECOND] = [500, 250, 1_000];
const [LIMIT_S, GRACE_S] = [600, 60];
/** A board takes a sample every 10 s, 10 % more or less. */
const SAMPLE_S = 12;
/** What the board may need beside what it promises, s: a step of this world and a tick of its own. */
const SPARE_S = (STEP_MS + TICK_MS) / SECOND;
const DRY_S = 3;
const BURST_S = 5;

const OPTIONS: HydraulicOptions = {
  valves: [
    { pin: VALVES[0], lph: 6_000, moves_s: 5, fills_s: 30 },
    { pin: VALVES[1], lph: 9_000, moves_s: 5, fills_s: 45 },
  ],
  most_lph: 60_000,
  pulse_l: 10,
  strays: 0.05,
  sways_s: 60,
  missed: 0,
  tank: { litres: 1_000, most_l: 1_500, inflow_lph: 3_000 },
};
/** Volts are metres of water, and bar. */
const pointOf = (n: number, pin: number): PointMessage => ({ n, kind: 'adc', pin, every_s: 60, a: 1, b: 0, dec: 2 });
const POINTS: PointMessage[] = [
  { n: 7, kind: 'pulsos', pin: METER, every_s: 10, a: OPTIONS.pulse_l / 1_000, b: 0, dec: 3 },
  pointOf(8, LEVEL),
  pointOf(9, PRESSURE),
];
const LOW: Protection = {
  id: 'low',
  point: 8,
  below: 0.3,
  for_s: 5,
  grace_s: 0,
  off: [PUMP],
  no_data: 'off',
  until: { value: 0.6 },
};
/** Wants the pump while there is water. */
const FULL_TANK: ControlRule = {
  id: 'rule',
  pin: PUMP,
  point: 8,
  on_above: 1.5,
  off_at: 0.6,
  min_on_s: 0,
  min_off_s: 1,
  silent: 'on',
  priority: 1,
};

export interface DryRun {
  for_s: number;
  grace_s: number;
}

/** A board at a pump over a tank with two valves behind a meter, and all that may happen to it. Notes what must not be. Times in s. */
export class Waterworks {
  now = 0;
  readonly wrong: string[] = [];
  readonly changes: Seen['changes'] = [];
  readonly reports: RunReport[] = [];
  private readonly water: Hydraulics;
  private readonly on = new Map<number, number>();
  private readonly ordered = new Map<number, number>();
  private readonly latched = new Set<string>();
  private linked = true;
  private knowsTime = true;
  private probeWorks = true;
  private cuts = 0;
  private broken = 0;
  private moved = 0;
  private dryFrom: number | null = null;
  private burst: { from: number; pulses: number; second: number } | null = null;
  private pumpStarted = false;
  private rev = 1;
  private freed = 0;
  private bypass = 0;
  private rules: ControlRule[] = [];
  private runs: AgendaRun[] = [];
  private volts = '';
  /** What the board has heard of. */
  private told = { freed: 0, bypass: 0 };

  constructor(
    readonly device: Device,
    private readonly dry: DryRun,
  ) {
    let drawn = 0;
    this.water = new Hydraulics(OPTIONS, () => random(1, drawn++));
  }

  async begin(): Promise<void> {
    await this.device.boot(0);
    await this.wake();
    const relays = [...VALVES, PUMP].map((pin) => relay(pin, LIMIT_S));
    const interlocks = [{ kind: 'requires' as const, pin: PUMP, any: [...VALVES], on_delay_s: 2, off_delay_s: 3 }];
    const map = { rev: 1, relays, sensors: [], points: POINTS, interlocks };
    await this.see(this.device.config(0, Buffer.from(encodeConfig(map))));
    await this.tell();
  }

  async pass(seconds: number): Promise<void> {
    const until = this.ms + seconds * SECOND;
    for (let at = this.ms; at < until; at += STEP_MS) {
      const pulses = this.water.pass(at + STEP_MS, (pin) => this.on.has(pin) && this.on.has(PUMP));
      if (pulses > 0) await this.see(this.device.pulses(at, METER, pulses));
      await this.sense(at);
      await this.see(this.device.pass(at, at + STEP_MS, TICK_MS));
      this.now = (at + STEP_MS) / SECOND;
      await this.look(pulses);
    }
    if (this.linked) this.reports.push(...(await this.device.runs(this.ms, true)));
    await this.lookAtLatches();
  }
  async order(pin: number, on: boolean): Promise<void> {
    if (!this.linked) return;
    const order = { id: `${this.rev++}-${this.now}`, pin, on, exp: T0 + this.ms + 10_000 };
    if (on) this.ordered.set(pin, this.now);
    await this.see(this.device.command(this.ms, Buffer.from(JSON.stringify(order))));
  }
  async cut(seconds: number): Promise<void> {
    this.cuts += 1;
    await this.see(this.device.powerOff(this.ms));
    this.now += seconds;
    await this.see(this.device.boot(this.ms));
    await this.wake();
  }
  async restart(): Promise<void> {
    this.cuts += 1;
    await this.see(this.device.restart(this.ms, 'kept'));
    await this.wake();
  }
  async link(up: boolean): Promise<void> {
    if (up === this.linked) return;
    this.linked = up;
    await this.see(up ? this.device.connected(this.ms) : this.device.disconnected(this.ms));
    await this.tell();
  }
  async clock(known: boolean): Promise<void> {
    this.knowsTime = known;
    // Two answers agree.
    for (let n = 0; n < 2; n += 1) await this.see(this.device.clock(this.ms, known ? 0 : null));
  }
  break(lph: number): void {
    this.broken = lph;
    this.water.burst(lph);
  }
  flowsIn(lph: number): void {
    this.water.tank!.inflow_lph = lph;
  }
  probe(works: boolean): void {
    this.probeWorks = works;
  }
  /** Both valves, one after the other, and the pump for each. */
  async plan(secs: number): Promise<void> {
    const from = Math.floor(this.now) + 5;
    this.rev += 1;
    this.runs = VALVES.flatMap((pin, n) => [
      planned(`v${this.rev}-${n}`, pin, from + n * secs, secs, { late_s: 60 }),
      planned(`p${this.rev}-${n}`, PUMP, from + n * secs + 2, secs - 5, { late_s: 60 }),
    ]);
    await this.tell();
  }
  async rule(wanted: boolean): Promise<void> {
    this.rules = wanted ? [FULL_TANK] : [];
    await this.tell();
  }
  async free(): Promise<void> {
    this.freed += 1;
    await this.tell();
  }
  async leaveOut(seconds: number): Promise<void> {
    this.bypass = this.now + seconds;
    await this.tell();
  }

  /** All faults end, and what is under way. */
  async finish(): Promise<void> {
    this.break(0);
    this.probe(true);
    this.rules = [];
    await this.clock(true);
    await this.link(true);
    await this.tell();
    await this.pass(2 * LIMIT_S);
    const ids = this.reports.map(({ id }) => id);
    if (new Set(ids).size < ids.length) this.wrong.push('a run was told twice');
    const told = await this.counted();
    const spare_l = OPTIONS.pulse_l + (this.cuts * SAMPLE_S * OPTIONS.most_lph) / 3_600;
    const off_l = this.water.total - told * 1_000;
    if (Math.abs(off_l) > spare_l)
      this.wrong.push(`${off_l.toFixed(1)} l of ${this.water.total.toFixed(1)} are missing`);
  }

  /** What the meter says at last, m³. The core delivers its samples in parts. */
  private async counted(): Promise<number> {
    let told = 0;
    for (;;) {
      const samples = await this.device.deliver(this.ms);
      if (samples.length === 0) return told;
      told = samples.flatMap(({ values }) => values?.['7'] ?? []).at(-1) ?? told;
    }
  }

  private get ms(): number {
    return Math.round(this.now * SECOND);
  }
  private async wake(): Promise<void> {
    if (this.knowsTime) await this.clock(true);
    if (this.linked) await this.see(this.device.connected(this.ms));
  }
  /** What the broker keeps reaches the board while it is there. */
  private async tell(): Promise<void> {
    if (!this.linked) return;
    const bypass = this.bypass > 0 ? { bypass_until: T0 / SECOND + Math.ceil(this.bypass) } : {};
    const dry: Protection = { ...LOW, id: 'dry', point: 9, below: 0.5, ...this.dry, with_pin: PUMP, until: 'person' };
    const all = [...protectionsOf(OPTIONS, { grace_s: GRACE_S }), LOW, { ...dry, ...bypass }];
    const protections = all.map((one) => ({ ...one, freed: this.freed }));
    const control = { epoch: 1, rev: ++this.rev, rules: this.rules, protections };
    await this.see(this.device.control(this.ms, Buffer.from(encodeControl(control))));
    const agenda = { epoch: 1, rev: this.rev, until: T0 / SECOND + 100_000, runs: this.runs };
    await this.see(this.device.agenda(this.ms, Buffer.from(encodeAgenda(agenda))));
    // A flow that is let go is judged anew after the filling.
    if (this.freed > this.told.freed) this.moved = this.now;
    if (this.freed > this.told.freed) this.latched.clear();
    if (this.bypass > this.told.bypass) this.latched.delete('dry');
    this.told = { freed: this.freed, bypass: this.bypass };
  }
  private async sense(at: number): Promise<void> {
    const { litres, most_l } = this.water.tank!;
    const level = Math.round((litres / most_l) * 60) / 20;
    const bar = !this.probeWorks ? null : this.on.has(PUMP) && !this.water.isDry ? 2 : 0;
    const volts = JSON.stringify([level, bar]);
    if (volts === this.volts) return;
    this.volts = volts;
    await this.see(this.device.volts(at, LEVEL, level));
    await this.see(this.device.volts(at, PRESSURE, bar));
  }

  private async look(pulses: number): Promise<void> {
    const { now } = this;
    for (const [pin, since] of this.on)
      if (now - Math.max(since, this.ordered.get(pin) ?? 0) > LIMIT_S + SPARE_S)
        this.note(`${pin} is on past its limit`);
    const isRunningDry = this.on.has(PUMP) && this.water.isDry;
    this.dryFrom = isRunningDry ? (this.dryFrom ?? now) : null;
    const dry_s = this.dryFrom === null ? 0 : now - Math.max(this.dryFrom, this.bypass);
    if (dry_s > DRY_S + this.dry.for_s + this.dry.grace_s) this.note(`the pump has run dry for ${dry_s} s`);
    this.lookAtBurst(pulses);
    if (!this.pumpStarted) return;
    this.pumpStarted = false;
    const against = (await this.tripped()).filter((id) => !(id === 'dry' && now < this.bypass));
    if (this.on.has(PUMP) && against.length > 0) this.note(`the pump went on against ${against.join()}`);
  }
  private lookAtBurst(pulses: number): void {
    const { now } = this;
    const expected = OPTIONS.valves.reduce((sum, { pin, lph }) => sum + (this.on.has(pin) ? lph : 0), 0);
    const isSeen = this.broken > 0 && this.on.has(PUMP) && expected > 0 && this.water.lph > 1.5 * expected;
    if (!isSeen || now - this.moved < GRACE_S) return void (this.burst = null);
    if (!this.burst) return void (this.burst = { from: now, pulses: 0, second: Infinity });
    this.burst.pulses += pulses;
    if (this.burst.pulses >= 2) this.burst.second = Math.min(this.burst.second, now);
    const late_s = now - Math.max(this.burst.from + BURST_S, this.burst.second);
    if (late_s > SPARE_S) this.note(`a burst is ${late_s} s late`);
  }
  /** What a person is to let go does not let go by itself, whatever restarts. */
  private async lookAtLatches(): Promise<void> {
    const tripped = await this.tripped();
    for (const id of this.latched)
      if (!tripped.includes(id) && !(id === 'dry' && this.now < this.bypass)) this.note(`${id} let go by itself`);
    for (const id of tripped) if (id !== 'low') this.latched.add(id);
  }
  private async tripped(): Promise<string[]> {
    return ((await this.device.status(this.ms)).tripped ?? []).map(({ id }) => id);
  }
  private note(what: string): void {
    if (this.wrong.length < 5) this.wrong.push(`${this.now} s: ${what}`);
  }

  private async see(happened: Promise<Seen>): Promise<void> {
    const { changes } = await happened;
    this.changes.push(...changes);
    for (const [at, pin, on] of changes) {
      if (pin !== PUMP) this.moved = Math.max(this.moved, at / SECOND);
      if (on) this.on.set(pin, at / SECOND);
      else this.on.delete(pin);
      if (on && pin === PUMP) this.pumpStarted = true;
    }
  }
}
