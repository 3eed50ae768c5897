import {
  encodeConfig,
  encodeControl,
  type PointMessage,
  type Protection,
  type StatusMessage,
} from '@acequia/board-protocol';
import { Hydraulics, type HydraulicOptions } from '../hydraulics.js';
import { random } from '../random.js';
import { type Device, type Seen, T0 } from './device.fixture.js';
import { relay, STEP } from './scenario.fixture.js';

export const PUMP = 18;
const METER = 34;
const POINT = 7;

/** Fills within 180 s; bursts above 130 % of what the valves take, none below 30 %, leaks above 300 l/h. */
export const protectionsOf = ({ valves }: HydraulicOptions, rest: Partial<Protection> = {}): Protection[] => {
  const flow = { base: 0, valves: valves.map(({ pin, lph }) => ({ pin, lph })) };
  const common = {
    point: POINT,
    for_s: 0,
    grace_s: 180,
    off: [PUMP],
    no_data: 'go' as const,
    until: 'person' as const,
  };
  return [
    { id: 'burst', ...common, flow: { ...flow, is: 'burst', percent: 130 }, ...rest },
    { id: 'missing', ...common, flow: { ...flow, is: 'missing', percent: 30 }, ...rest },
    { id: 'leak', ...common, flow: { ...flow, is: 'leak', percent: 100, base: 300 }, grace_s: 60, ...rest },
  ];
};

/** A board with a pump, valves and a meter, and the water behind it. Times in s of the scenario. */
export class Main {
  now = 0;
  readonly changes: Seen['changes'] = [];
  readonly errors: string[] = [];
  readonly water: Hydraulics;
  /** When the meter pulsed, ms. */
  readonly pulsed: number[] = [];
  private readonly on = new Set<number>();
  private rev = 0;

  constructor(
    readonly device: Device,
    private readonly options: HydraulicOptions,
    seed = 1,
  ) {
    let drawn = 0;
    this.water = new Hydraulics(options, () => random(seed, drawn++));
  }

  async begin(protections = protectionsOf(this.options)): Promise<void> {
    await this.device.boot(0);
    await this.wake();
    const { valves, pulse_l } = this.options;
    const point: PointMessage = { n: POINT, kind: 'pulsos', pin: METER, every_s: 60, a: pulse_l / 1_000, b: 0, dec: 3 };
    const relays = [...valves.map(({ pin }) => pin), PUMP].map((pin) => relay(pin, 30_000));
    await this.see(this.device.config(0, Buffer.from(encodeConfig({ rev: 1, relays, sensors: [], points: [point] }))));
    await this.protect(protections);
  }
  async protect(protections: Protection[]): Promise<void> {
    const control = { epoch: 1, rev: ++this.rev, rules: [], protections };
    await this.see(this.device.control(this.ms, Buffer.from(encodeControl(control))));
  }
  async turn(on: boolean, ...pins: number[]): Promise<void> {
    for (const pin of pins) {
      const order = { id: `${this.now}-${on}-${pin}`, pin, on, exp: T0 + this.ms + 10_000 };
      await this.see(this.device.command(this.ms, Buffer.from(JSON.stringify(order))));
    }
  }
  async pass(seconds: number): Promise<void> {
    const until = this.ms + seconds * 1_000;
    for (let at = this.ms; at < until; at += STEP) {
      const count = this.water.pass(at + STEP, (pin) => this.on.has(pin) && this.on.has(PUMP));
      if (count > 0) await this.see(this.device.pulses(at, METER, count));
      this.pulsed.push(...Array<number>(count).fill(at + STEP));
      await this.see(this.device.pass(at, at + STEP, STEP));
    }
    this.now = until / 1_000;
  }
  async cut(seconds: number): Promise<void> {
    await this.see(this.device.powerOff(this.ms));
    this.now += seconds;
    await this.see(this.device.boot(this.ms));
    await this.wake();
  }
  isOn(pin = PUMP): boolean {
    return this.on.has(pin);
  }
  /** When the pump last went off, s. */
  get stopped(): number | null {
    const [at] = this.changes.findLast(([, pin, on]) => pin === PUMP && on === 0) ?? [];
    return at === undefined ? null : at / 1_000;
  }
  async tripped(): Promise<NonNullable<StatusMessage['tripped']>> {
    return (await this.device.status(this.ms)).tripped ?? [];
  }
  private get ms(): number {
    return Math.round(this.now * 1_000);
  }
  private async wake(): Promise<void> {
    await this.see(this.device.clock(this.ms, 0));
    await this.see(this.device.connected(this.ms));
  }
  private async see(happened: Promise<Seen>): Promise<void> {
    const { changes, answers } = await happened;
    this.changes.push(...changes);
    for (const [, pin, on] of changes)
      if (on) this.on.add(pin);
      else this.on.delete(pin);
    for (const answer of answers) if (!answer.ok) this.errors.push(answer.error);
  }
}
