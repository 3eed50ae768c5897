import type { RunReport, StatusMessage, TelemetrySample } from '@acequia/board-protocol';
import type { BoardSpec } from '../board-spec.js';
import type { Clima } from '../climate.js';
import { KeptMemory } from '../kept-memory.js';
import { SampleRing } from '../sample-ring.js';
import type { Opened } from '../update/virtual-loader.js';
import { withUpdate } from '../update/update-status.js';
import { QUIET_MS, VirtualUpdate } from '../update/virtual-update.js';
import { VirtualBoard } from '../virtual-board.js';
import { NONE_REFUSED } from '../virtual-pins.js';
import { type Device, type I2cChip, type I2cSaid, type Seen, type Served, T0 } from './device.fixture.js';

/** Rounds of the update's task between two ticks, and bytes that come at once, as in `core_host.cpp`. */
const ROUNDS = 8;
const CHUNK = 1_024;

/** The simulated firmware. */
export class SimulatedDevice implements Device {
  private board: VirtualBoard | null = null;
  private readonly memory = new KeptMemory();
  private readonly wires = new Map<number, boolean>();
  private stuckPins: ReadonlySet<number> = new Set();
  private readonly ring = new SampleRing();
  private readonly sensors = new Map<number, Clima>();
  private readonly pulsesOf = new Map<number, number>();
  private readonly voltages = new Map<number, number>();
  /** By kind, address and register or channel. */
  private readonly slow = new Map<string, number>();
  private levels = new Map<number, boolean>();
  private seen: Seen = { answers: [], changes: [] };
  private updates: VirtualUpdate | null = null;
  private served: Served = { image: Buffer.alloc(0), signed: true, loops: false };
  private document: Buffer | null = null;
  private isLinked = false;

  powerOff(at: number): Promise<Seen> {
    this.board = null;
    this.wires.clear();
    return this.report(at);
  }
  restart(at: number, map: 'kept' | 'gone'): Promise<Seen> {
    if (map === 'gone') {
      Object.assign(this.memory, {
        config: null,
        agenda: null,
        control: null,
        refused: NONE_REFUSED,
        lived: new Map(),
      });
      this.memory.tripped.clear();
    }
    return this.boot(at);
  }
  boot(at: number): Promise<Seen> {
    // The chip's clock goes on over a restart, not over a cut of power.
    const ahead_ms = this.board?.clock_ms ?? null;
    // It learns its wiring from the server's pin map only, as the firmware does.
    const spec: BoardSpec = {
      numero: 1,
      placa_id: 1,
      username: '1',
      password: '',
      place: 'campo',
      relays: [],
      sensors: [],
    };
    this.board = new VirtualBoard(spec, T0 + at, {
      turnos: false,
      memory: this.memory,
      measure: (pin) => this.sensors.get(pin) ?? null,
      points: {
        pulses: (pin) => this.pulsesOf.get(pin) ?? 0,
        volts: (pin) => this.voltages.get(pin) ?? null,
        says: ({ kind, addr, reg, ch }) => this.slow.get(`${kind} ${addr} ${reg ?? ch ?? ''}`) ?? null,
      },
      wires: this.wires,
      stuckPins: this.stuckPins,
    });
    this.board.clock_ms = ahead_ms;
    this.isLinked = false;
    this.updates = new VirtualUpdate(this.memory, T0 + at, { boot_loop: this.served.loops });
    return this.report(at);
  }
  serve(at: number, served: Served): Promise<Seen> {
    this.served = served;
    return this.report(at);
  }
  update(at: number, payload: Buffer | null): Promise<Seen> {
    this.document = payload;
    if (this.isLinked) this.updates?.take(payload ?? Buffer.alloc(0));
    return this.report(at);
  }
  clock(at: number, ahead_ms: number | null): Promise<Seen> {
    if (ahead_ms === null) this.running.clock_ms = null;
    else this.running.timeAnswered(ahead_ms);
    return this.report(at);
  }
  command(at: number, payload: Buffer): Promise<Seen> {
    const answer = this.running.command(payload, T0 + at);
    this.keep(answer?.sample);
    if (answer?.result) this.seen.answers.push(answer.result);
    return this.report(at);
  }
  config(at: number, payload: Buffer): Promise<Seen> {
    this.keep(this.running.configure(payload, T0 + at));
    return this.report(at);
  }
  agenda(at: number, payload: Buffer): Promise<Seen> {
    this.keep(this.running.takeAgenda(payload, T0 + at));
    return this.report(at);
  }
  control(at: number, payload: Buffer): Promise<Seen> {
    this.running.takeControl(payload, T0 + at);
    return this.report(at);
  }
  sensor(at: number, pin: number, reading: Clima | null): Promise<Seen> {
    if (reading) this.sensors.set(pin, reading);
    else this.sensors.delete(pin);
    return this.report(at);
  }
  pulses(at: number, pin: number, count: number): Promise<Seen> {
    this.pulsesOf.set(pin, (this.pulsesOf.get(pin) ?? 0) + count);
    return this.report(at);
  }
  volts(at: number, pin: number, volts: number | null): Promise<Seen> {
    if (volts === null) this.voltages.delete(pin);
    else this.voltages.set(pin, volts);
    return this.report(at);
  }
  probe(at: number, _pin: number, rom: string, sixteenths: number | null): Promise<Seen> {
    if (sixteenths === null) this.slow.clear();
    else this.slow.set(`ds18b20 ${rom} `, sixteenths / 16);
    return this.report(at);
  }
  onI2c(at: number, chip: I2cChip, address: number, said: I2cSaid | null): Promise<Seen> {
    for (const key of this.slow.keys()) if (key.startsWith(`${chip} ${address} `)) this.slow.delete(key);
    for (const [ch, value] of Object.entries(said?.means ?? {})) this.slow.set(`${chip} ${address} ${ch}`, value);
    return this.report(at);
  }
  registers(at: number, address: number, reg: number, [high, low]: readonly [number, number]): Promise<Seen> {
    this.slow.set(`modbus ${address} ${reg}`, (high * 65_536 + low) | 0);
    return this.report(at);
  }
  status(at: number): Promise<StatusMessage> {
    return Promise.resolve(withUpdate(this.running.status(T0 + at), this.updates));
  }
  disconnected(at: number): Promise<Seen> {
    this.isLinked = false;
    this.running.disconnected();
    this.updates?.disconnected();
    return this.report(at);
  }
  runs(_at: number, told: boolean): Promise<RunReport[]> {
    const reports = this.running.runs(Infinity);
    if (told) this.running.runsTold(reports);
    return Promise.resolve(reports);
  }
  pass(at: number, until: number, step: number): Promise<Seen> {
    for (let now = at + step; now <= until; now += step) {
      this.keep(this.running.tick(T0 + now));
      this.note(now);
      this.goOnWithUpdate(now);
    }
    return this.report(until);
  }
  stuck(at: number, pins: number[]): Promise<Seen> {
    this.stuckPins = new Set(pins);
    this.running.stuckPins = this.stuckPins;
    return this.report(at);
  }
  connected(at: number): Promise<Seen> {
    this.isLinked = true;
    this.keep(this.running.announce(T0 + at));
    this.updates?.connected();
    if (this.document) this.updates?.take(this.document);
    return this.report(at);
  }
  deliver(): Promise<TelemetrySample[]> {
    const samples = this.ring.peek(Infinity);
    this.ring.remove(samples);
    if (samples.length > 0) this.updates?.acknowledged();
    return Promise.resolve(samples);
  }

  /** A few rounds of its task, and the restart that it asks for; a link comes back with the time. */
  private goOnWithUpdate(at: number): void {
    const { updates } = this;
    if (!updates) return;
    const around = { off: !this.running.isOn(), quiet: this.running.isQuiet(T0 + at, QUIET_MS), sound: true };
    for (let round = 0; round < ROUNDS; round += 1) {
      const job = updates.plan(around, T0 + at);
      if (!job) return;
      updates.work(job, job === 'open' ? this.open() : job === 'read' ? this.read() : null);
      updates.note(job, T0 + at);
      if (job !== 'restart' && job !== 'roll_back') continue;
      const { isLinked } = this;
      void this.boot(at);
      if (isLinked) void this.connected(at);
      return;
    }
  }
  private open(): Opened {
    const { size, at } = this.updates!.wanted;
    if (this.served.image.length === 0) return { is: 'failed' };
    return this.served.image.length === size ? { is: 'ready', at } : { is: 'other_size' };
  }
  private read(): Buffer {
    const { at, most } = this.updates!.wanted;
    return this.served.image.subarray(at, at + Math.min(most, CHUNK));
  }

  private get running(): VirtualBoard {
    if (!this.board) throw new Error('not booted');
    return this.board;
  }
  private keep(sample: TelemetrySample | null | undefined): void {
    if (sample) this.ring.push(sample);
  }
  private note(at: number): void {
    for (const [pin, on] of this.wires)
      if (on !== (this.levels.get(pin) ?? false)) this.seen.changes.push([at, pin, on ? 1 : 0]);
    for (const [pin, on] of this.levels) if (on && !this.wires.has(pin)) this.seen.changes.push([at, pin, 0]);
    this.levels = new Map(this.wires);
    this.seen.answers.push(...(this.board?.answers() ?? []));
  }
  private report(at: number): Promise<Seen> {
    this.note(at);
    const { seen } = this;
    this.seen = { answers: [], changes: [] };
    return Promise.resolve(seen);
  }
}
