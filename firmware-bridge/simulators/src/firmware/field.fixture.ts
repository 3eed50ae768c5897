import {
  encodeAgenda,
  encodeConfig,
  type AgendaRun,
  type ConfigMessage,
  type RunReport,
} from '@acequia/board-protocol';
import { type Device, type Seen, T0 } from './device.fixture.js';

const STEP_MS = 250;
const SECOND = 1_000;

/** A valve and the meter behind it. */
export interface Valve {
  pin: number;
  meter: number;
  pulse_l: number;
  flow_l_s: number;
}

/** A board in a field: while a valve is open its meter pulses. Times in s of the scenario. */
export class Field {
  now = 0;
  readonly reports: RunReport[] = [];
  readonly changes: Seen['changes'] = [];
  private readonly open = new Set<number>();
  private readonly water = new Map<number, number>();
  private readonly told = new Map<number, number>();
  private readonly flow = new Map<number, number>();
  private readonly dumb = new Set<number>();
  private linked = true;
  private rev = 0;

  constructor(
    readonly device: Device,
    private readonly valves: readonly Valve[],
  ) {
    for (const { pin, flow_l_s } of valves) this.flow.set(pin, flow_l_s);
  }

  async begin(map: Omit<ConfigMessage, 'rev'>): Promise<void> {
    await this.device.boot(0);
    await this.wake();
    await this.see(this.device.config(this.ms, Buffer.from(encodeConfig({ rev: ++this.rev, ...map }))));
  }

  async plan(...runs: AgendaRun[]): Promise<void> {
    const agenda = { epoch: 1, rev: ++this.rev, until: T0 / SECOND + 1_000_000, runs };
    await this.see(this.device.agenda(this.ms, Buffer.from(encodeAgenda(agenda))));
  }

  /** Litres that really went through a valve. */
  litres(pin: number): number {
    return this.water.get(pin) ?? 0;
  }

  isOpen(pin: number): boolean {
    return this.open.has(pin);
  }

  /** The meter of a valve pulses no more, or pulses again. */
  break(pin: number, broken = true): void {
    if (broken) this.dumb.add(pin);
    else this.dumb.delete(pin);
  }

  setFlow(pin: number, l_s: number): void {
    this.flow.set(pin, l_s);
  }

  async pass(seconds: number): Promise<void> {
    for (let n = 0; n < seconds; n++) {
      await this.turnMeters();
      await this.see(this.device.pass(this.ms, this.ms + SECOND, STEP_MS));
      this.now++;
      if (this.linked && this.now % 20 === 0) this.reports.push(...(await this.device.runs(this.ms, true)));
    }
    if (this.linked) this.reports.push(...(await this.device.runs(this.ms, true)));
  }

  async order(id: string, pin: number, on: boolean): Promise<void> {
    const payload = JSON.stringify({ id, pin, on, exp: T0 + this.ms + 10_000 });
    await this.see(this.device.command(this.ms, Buffer.from(payload)));
  }

  async cut(seconds: number): Promise<void> {
    await this.see(this.device.powerOff(this.ms));
    this.now += seconds;
    await this.see(this.device.boot(this.ms));
    await this.wake();
  }

  /** The chip alone restarts. */
  async restart(): Promise<void> {
    await this.see(this.device.restart(this.ms, 'kept'));
    await this.wake();
  }

  async link(up: boolean): Promise<void> {
    this.linked = up;
    await this.see(up ? this.device.connected(this.ms) : this.device.disconnected(this.ms));
  }

  async clock(known: boolean): Promise<void> {
    await this.see(this.device.clock(this.ms, known ? 0 : null));
  }

  private get ms(): number {
    return this.now * SECOND;
  }

  private async wake(): Promise<void> {
    await this.see(this.device.clock(this.ms, 0));
    if (this.linked) await this.see(this.device.connected(this.ms));
  }

  private async turnMeters(): Promise<void> {
    for (const { pin, meter, pulse_l } of this.valves) {
      if (!this.open.has(pin)) continue;
      const water = this.litres(pin) + (this.flow.get(pin) ?? 0);
      this.water.set(pin, water);
      const pulses = Math.floor(water / pulse_l);
      const more = pulses - (this.told.get(pin) ?? 0);
      this.told.set(pin, pulses);
      if (more > 0 && !this.dumb.has(pin)) await this.see(this.device.pulses(this.ms, meter, more));
    }
  }

  private async see(happened: Promise<Seen>): Promise<void> {
    const { changes } = await happened;
    this.changes.push(...changes);
    for (const [, pin, on] of changes) {
      if (on) this.open.add(pin);
      else this.open.delete(pin);
    }
  }
}
