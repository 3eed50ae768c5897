import {
  encodeAgenda,
  encodeConfig,
  encodeControl,
  type AgendaRun,
  type ControlRule,
  type PointMessage,
  type Protection,
} from '@acequia/board-protocol';
import { type Device, type Seen, T0 } from './device.fixture.js';
import { relay } from './scenario.fixture.js';

export const [VALVE, PUMP, SENSOR] = [4, 18, 32];
const PROBE = 34;
/** Metres of water: a volt is one. */
export const level: PointMessage = { n: 7, kind: 'adc', pin: PROBE, every_s: 60, a: 1, b: 0, dec: 2 };
/** Dry below half a metre, until there is one. */
export const lowWell = (rest: Partial<Protection> = {}): Protection => ({
  id: 'well',
  point: 7,
  below: 0.5,
  for_s: 5,
  grace_s: 0,
  off: [PUMP],
  no_data: 'off',
  until: { value: 1 },
  ...rest,
});
/** A pump over a well. Times in s of the scenario. */
export class Well {
  now = 0;
  readonly changes: Seen['changes'] = [];
  readonly errors: string[] = [];
  private rev = 0;
  constructor(readonly device: Device) {}

  async begin(...list: Protection[]): Promise<void> {
    await this.device.boot(0);
    await this.wake();
    await this.volts(2);
    const relays = [relay(VALVE, 3_000), relay(PUMP, 3_000)];
    const sensors = [{ pin: SENSOR, type: 'dht22' as const, every_s: 10 }];
    await this.see(this.device.config(0, Buffer.from(encodeConfig({ rev: 1, relays, sensors, points: [level] }))));
    await this.protect(...list);
  }
  protect(...protections: Protection[]): Promise<void> {
    return this.control([], protections);
  }
  async control(rules: ControlRule[], protections: Protection[]): Promise<void> {
    const control = { epoch: 1, rev: ++this.rev, rules, protections };
    await this.see(this.device.control(this.ms, Buffer.from(encodeControl(control))));
    await this.pass(1);
  }
  async plan(...runs: AgendaRun[]): Promise<void> {
    const agenda = { epoch: 1, rev: ++this.rev, until: T0 / 1000 + 100_000, runs };
    await this.see(this.device.agenda(this.ms, Buffer.from(encodeAgenda(agenda))));
  }
  async volts(volts: number | null): Promise<void> {
    await this.see(this.device.volts(this.ms, PROBE, volts));
  }
  async pass(seconds: number): Promise<void> {
    await this.see(this.device.pass(this.ms, this.ms + seconds * 1000, 250));
    this.now += seconds;
  }
  async order(on: boolean, pin = PUMP): Promise<void> {
    const order = { id: `${this.rev}-${this.now}-${on}-${pin}`, pin, on, exp: T0 + this.ms + 10_000 };
    await this.see(this.device.command(this.ms, Buffer.from(JSON.stringify(order))));
  }
  async cut(seconds: number): Promise<void> {
    await this.see(this.device.powerOff(this.ms));
    this.now += seconds;
    await this.see(this.device.boot(this.ms));
    await this.wake();
    await this.pass(1);
  }
  async clock(known: boolean): Promise<void> {
    await this.see(this.device.clock(this.ms, known ? 0 : null));
    if (known) await this.see(this.device.clock(this.ms, 0));
    await this.pass(1);
  }
  async restart(): Promise<void> {
    await this.see(this.device.restart(this.ms, 'kept'));
    await this.wake();
    await this.pass(1);
  }
  isOn(pin = PUMP): boolean {
    return this.changes.filter(([, which]) => which === pin).at(-1)?.[2] === 1;
  }
  async tripped(): Promise<unknown> {
    return (await this.device.status(this.ms)).tripped ?? [];
  }
  get ms(): number {
    return this.now * 1000;
  }
  private async wake(): Promise<void> {
    await this.see(this.device.clock(this.ms, 0));
    await this.see(this.device.connected(this.ms));
  }
  private async see(happened: Promise<Seen>): Promise<void> {
    const { changes, answers } = await happened;
    this.changes.push(...changes);
    for (const answer of answers) if (!answer.ok) this.errors.push(answer.error);
  }
}
