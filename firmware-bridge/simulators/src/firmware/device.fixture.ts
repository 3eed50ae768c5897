import type { ResultMessage, RunReport, StatusMessage, TelemetrySample } from '@acequia/board-protocol';
import type { BoardSpec } from '../board-spec.js';
import type { Clima } from '../climate.js';
import { KeptMemory } from '../kept-memory.js';
import { SampleRing } from '../sample-ring.js';
import type { Opened } from '../update/virtual-loader.js';
import { withUpdate } from '../update/update-status.js';
import { QUIET_MS, VirtualUpdate } from '../update/virtual-update.js';
import { VirtualBoard } from '../virtual-board.js';
import { NONE_REFUSED } from '../virtual-pins.js';
import type { CoreHost, HostReply } from './core-host.fixture.js';

/** True time at 0 of a scenario, ms since 1970. */
export const T0 = Date.UTC(2026, 4, 10, 18);

/** What a test observes of a device; times in ms of the scenario. */
export interface Seen {
  answers: ResultMessage[];
  changes: [at: number, pin: number, on: 0 | 1][];
}

export interface Served {
  image: Buffer;
  signed: boolean;
  loops: boolean;
}

export type I2cChip = 'sht4x' | 'bme280' | 'ads1115';
export interface I2cSaid {
  /** Of an SHT4x both words, of a BME280 the one for the humidity, of an ADS1115 its input and what is there. */
  raw: readonly number[];
  /** By channel: what that means. */
  means: Readonly<Record<string, number>>;
}
const VERBS: Readonly<Record<I2cChip, string>> = { sht4x: 'climate', bme280: 'weather', ads1115: 'converter' };

/** Rounds of the update's task between two ticks, and bytes that come at once, as in `core_host.cpp`. */
const ROUNDS = 8;
const CHUNK = 1_024;

/** One kind of board, with the inputs of its surroundings. `at` in ms of the scenario, never decreasing. */
export interface Device {
  powerOff(at: number): Promise<Seen>;
  boot(at: number): Promise<Seen>;
  /** The chip alone restarts: its wires keep their levels. `gone`: without its documents. */
  restart(at: number, map: 'kept' | 'gone'): Promise<Seen>;
  /** A time server's answer, as the distance from true time; null = it never answered. */
  clock(at: number, ahead_ms: number | null): Promise<Seen>;
  command(at: number, payload: Buffer): Promise<Seen>;
  config(at: number, payload: Buffer): Promise<Seen>;
  /** Ticks every `step` until `until`. */
  pass(at: number, until: number, step: number): Promise<Seen>;
  stuck(at: number, pins: number[]): Promise<Seen>;
  connected(at: number): Promise<Seen>;
  disconnected(at: number): Promise<Seen>;
  agenda(at: number, payload: Buffer): Promise<Seen>;
  control(at: number, payload: Buffer): Promise<Seen>;
  /** The sensor's reading from now on; null = no value. */
  sensor(at: number, pin: number, reading: Clima | null): Promise<Seen>;
  /** So many pulses more at a pin. */
  pulses(at: number, pin: number, count: number): Promise<Seen>;
  /** The voltage at a pin from now on; null = no value. */
  volts(at: number, pin: number, volts: number | null): Promise<Seen>;
  /** What a DS18B20 says from now on, in sixteenths of °C; null = those at the pin are silent. */
  probe(at: number, pin: number, rom: string, sixteenths: number | null): Promise<Seen>;
  /** What is on I²C from now on, and what its channels say; the firmware's host takes `raw`, the words of its data sheet. null = nothing. */
  onI2c(at: number, chip: I2cChip, address: number, said: I2cSaid | null): Promise<Seen>;
  /** What two registers of a device hold from now on. */
  registers(at: number, address: number, reg: number, words: readonly [number, number]): Promise<Seen>;
  /** What the server of images gives from now on; the firmware's host believes `signed`, and an image that `loops` falls over. */
  serve(at: number, served: Served): Promise<Seen>;
  /** The retained document; null withdraws it. */
  update(at: number, payload: Buffer | null): Promise<Seen>;
  status(at: number): Promise<StatusMessage>;
  /** Outcomes of the board's runs; `told` = acknowledged by a PUBACK. */
  runs(at: number, told: boolean): Promise<RunReport[]>;
  /** Everything the board has to send, acknowledged. */
  deliver(at: number): Promise<TelemetrySample[]>;
}

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

/** The real firmware's core, compiled for this computer. */
export class FirmwareDevice implements Device {
  constructor(private readonly host: CoreHost) {}

  powerOff(at: number): Promise<Seen> {
    return this.run(at, 'off');
  }
  boot(at: number): Promise<Seen> {
    return this.run(at, 'boot', 1 + (at % 0x7fff_ffff));
  }
  restart(at: number, map: 'kept' | 'gone'): Promise<Seen> {
    return this.run(at, 'restart', 1 + (at % 0x7fff_ffff), map);
  }
  clock(at: number, ahead_ms: number | null): Promise<Seen> {
    return this.run(at, 'clock', ahead_ms === null ? 'unset' : T0 + at + ahead_ms);
  }
  command(at: number, payload: Buffer): Promise<Seen> {
    return this.run(at, 'command', payload);
  }
  config(at: number, payload: Buffer): Promise<Seen> {
    return this.run(at, 'config', payload);
  }
  pass(at: number, until: number, step: number): Promise<Seen> {
    return this.run(at, 'pass', until, step);
  }
  stuck(at: number, pins: number[]): Promise<Seen> {
    return this.run(at, 'stuck', ...pins);
  }
  connected(at: number): Promise<Seen> {
    return this.run(at, 'connected');
  }
  agenda(at: number, payload: Buffer): Promise<Seen> {
    return this.run(at, 'agenda', payload);
  }
  control(at: number, payload: Buffer): Promise<Seen> {
    return this.run(at, 'control', payload);
  }
  sensor(at: number, pin: number, reading: Clima | null): Promise<Seen> {
    if (!reading) return this.run(at, 'sensor', pin, 'mute');
    return this.run(at, 'sensor', pin, Math.round(reading.t * 100), Math.round(reading.h * 100));
  }
  pulses(at: number, pin: number, count: number): Promise<Seen> {
    return this.run(at, 'pulses', pin, count);
  }
  volts(at: number, pin: number, volts: number | null): Promise<Seen> {
    return this.run(at, 'volts', pin, volts === null ? 'none' : Math.round(volts * 1_000));
  }
  probe(at: number, pin: number, rom: string, sixteenths: number | null): Promise<Seen> {
    return this.run(at, 'probe', pin, rom, sixteenths ?? 'none');
  }
  onI2c(at: number, chip: I2cChip, address: number, said: I2cSaid | null): Promise<Seen> {
    if (!said) return this.run(at, 'unplug', address);
    return this.run(at, VERBS[chip], address, ...said.raw);
  }
  async registers(at: number, address: number, reg: number, [high, low]: readonly [number, number]): Promise<Seen> {
    await this.run(at, 'register', address, 3, reg, high);
    return this.run(at, 'register', address, 3, reg + 1, low);
  }
  serve(at: number, { image, signed, loops }: Served): Promise<Seen> {
    return this.run(at, 'serve', image, signed ? 1 : 0, loops ? 1 : 0);
  }
  update(at: number, payload: Buffer | null): Promise<Seen> {
    return this.run(at, 'update', payload ?? '');
  }
  async status(at: number): Promise<StatusMessage> {
    return (await this.host.do(at, 'status')).answered as StatusMessage;
  }
  disconnected(at: number): Promise<Seen> {
    return this.run(at, 'disconnected');
  }
  async runs(at: number, told: boolean): Promise<RunReport[]> {
    const { messages } = await this.host.do(at, 'runs', told ? 'told' : 'lost');
    return messages.flat() as unknown as RunReport[];
  }
  async deliver(at: number): Promise<TelemetrySample[]> {
    return (await this.host.do(at, 'deliver', 12_000)).messages.flat();
  }

  private async run(at: number, verb: string, ...args: (string | number | Buffer)[]): Promise<Seen> {
    const { answers, changes }: HostReply = await this.host.do(at, verb, ...args);
    return { answers, changes };
  }
}
