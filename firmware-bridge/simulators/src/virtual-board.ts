import {
  CAPABILITIES,
  decodeAgenda,
  decodeCommand,
  decodeConfig,
  decodeControl,
  type CommandMessage,
  type ConfigMessage,
  type ResultMessage,
  type RunReport,
  type StatusMessage,
  type TelemetrySample,
} from '@acequia/board-protocol';
import { BoardClock, isNewer, type Version } from './board-clock.js';
import type { BoardSpec } from './board-spec.js';
import { FieldPoints } from './field-points.js';
import { isScheduledOn } from './irrigation.js';
import { KeptMemory } from './kept-memory.js';
import { random, merge } from './random.js';
import { VirtualAgenda } from './virtual-agenda.js';
import { type PointWires, VirtualPoints } from './virtual-points.js';
import { judgePins } from './virtual-pins.js';
import { VirtualProtections } from './virtual-protections.js';
import { VirtualRelays } from './virtual-relays.js';
import { VirtualRules } from './virtual-rules.js';
import { compose, type Measure, MORE_VALUES_MS, SAMPLE_MS, VirtualSensors } from './virtual-sensors.js';
import { type Offset, offsetOf } from './zone.js';

/** Number of command ids a board remembers: a command that arrives twice acts once. */
const REMEMBERED_IDS = 64;
/** An expiry further ahead than this means that one of the two clocks is wrong, so lateness cannot be judged, ms. */
const EXPIRES_AT_MOST_MS = 15 * 60_000;
/** Shortest time between two writes of what the relays have lived, ms. */
const KEEP_LIVED_MS = 3_600_000;

export interface VirtualBoardOptions {
  /** Distance from UTC, hours, for a farm whose zone is unknown. */
  offset_h?: number;
  /** Whether the farm's own timers turn relays on. */
  turnos?: boolean;
  /** What the board stored before its last boot. */
  memory?: KeptMemory;
  /** Levels of its pins before this boot, when only the chip restarted; the board changes them. */
  wires?: Map<number, boolean>;
  /** Pins whose relay is stuck and ignores every command. */
  stuckPins?: ReadonlySet<number>;
  /** Overrides the climate of the board's place; null = the sensor is silent. */
  measure?: Measure;
  /** What its points are wired to, instead of the field of {@link FieldPoints}. */
  points?: PointWires;
}

/** A board's answer to a command. */
export interface Answer {
  id: string;
  /** null: the result comes later, see {@link VirtualBoard.answers}. */
  result: ResultMessage | null;
  /** The new state, when the board acted. */
  sample: TelemetrySample | null;
}

/**
 * The firmware of one simulated board, without its network: a state machine over the time that is passed in. It keeps a relay
 * board's safe defaults: off at boot, a limit on every time on, no command late or twice.
 */
export class VirtualBoard {
  readonly boot: string;
  /** Only its chip began anew. */
  private readonly restarted: boolean;
  private readonly seed: number;
  private readonly offset: Offset;
  private readonly turnos: boolean;
  private readonly relays: VirtualRelays;
  /** Each pin's last timer state. */
  private readonly turno = new Map<number, boolean>();
  private readonly sensors: VirtualSensors;
  private siguiente: number;
  private keptAt: number;
  private config: Version | null = null;
  private map: ConfigMessage | null = null;
  private readonly memory: KeptMemory;
  private readonly clock: BoardClock;
  private readonly agenda: VirtualAgenda;
  private readonly rules: VirtualRules;
  private readonly points: VirtualPoints;
  private readonly protections: VirtualProtections;
  private news = false;
  private readonly older = new Set<'config' | 'agenda' | 'control'>();
  private linked = false;
  /** The pins that were on in the last sample. */
  private sampledOn = '';
  /** null: the result waits until the pin is off. */
  private readonly answered = new Map<string, { pin: number; result: ResultMessage | null }>();

  constructor(
    readonly spec: BoardSpec,
    boot: number,
    options: VirtualBoardOptions = {},
  ) {
    this.seed = merge(spec.placa_id, spec.numero);
    const horas = options.offset_h ?? -6;
    this.offset = spec.zona_horaria === undefined ? () => horas : offsetOf(spec.zona_horaria);
    this.turnos = options.turnos ?? true;
    this.boot = merge(this.seed, boot).toString(16);
    this.restarted = (options.wires?.size ?? 0) > 0;
    this.memory = options.memory ?? new KeptMemory();
    this.relays = new VirtualRelays(spec.relays, options.wires, options.stuckPins, this.memory.lived);
    this.keptAt = boot;
    this.clock = new BoardClock(boot);
    this.sensors = new VirtualSensors(spec, this.seed, this.offset, boot, options.measure);
    this.points = new VirtualPoints(options.points ?? new FieldPoints(this.relays), this.memory.values);
    this.agenda = new VirtualAgenda(this.relays, this.memory, this.clock, this.points);
    this.rules = new VirtualRules(this.relays, this.clock, this.points);
    this.protections = new VirtualProtections(this.relays, this.clock, this.points, this.memory);
    this.siguiente = boot;
    const { config, control, agenda } = this.memory;
    if (config) this.configure(config, boot, true);
    if (control) this.takeControl(control, boot);
    this.protections.restore(boot);
    if (agenda) this.takeAgenda(agenda, boot);
    this.memory.closeCutRuns((id) => this.agenda.goesOn(id));
    this.news = false;
  }

  /** Distance of the board's clock from the time that is passed in, ms; null = it never learned the time. No timer follows it. */
  get clock_ms(): number | null {
    return this.clock.ahead_ms;
  }
  set clock_ms(ahead_ms: number | null) {
    this.clock.ahead_ms = ahead_ms;
  }

  /** See {@link BoardClock.answered}. */
  timeAnswered(ahead_ms: number): void {
    this.clock.answered(ahead_ms);
  }

  set stuckPins(pines: ReadonlySet<number>) {
    this.relays.stuckPins = pines;
  }

  status(now: number): StatusMessage {
    const rssi = -52 - Math.floor(random(this.seed, 3) * 25) - Math.floor(random(this.seed, now) * 4);
    const versions = { config: this.config, agenda: this.agenda.version, control: this.rules.version };
    const taken = Object.entries(versions).flatMap(([name, version]) => (version ? [{ name, version }] : []));
    const tripped = this.protections.tripped();
    return {
      online: true,
      fw: '2.0.0-sim',
      model: 'esp32',
      rssi,
      boot: this.boot,
      can: CAPABILITIES.filter((one) => one !== 'update'),
      ...(this.older.size > 0 && { older: [...this.older] }),
      lost: 0,
      runs_lost: 0,
      table: 2,
      chip: {
        reset: this.restarted ? 'software' : 'power',
        clock: this.clock.ahead_ms === null ? 'none' : 'server',
        // About what a TLS client leaves of an ESP32.
        heap: 96_000,
        stack: 2_300,
        links: 1,
        waiting: 0,
      },
      revs: Object.fromEntries(taken.map(({ name, version }) => [name, version.rev])),
      epochs: Object.fromEntries(taken.map(({ name, version }) => [name, version.epoch])),
      wear: [...this.relays.lived(now)].map(([pin, { ops, on_ms }]) => ({ pin, ops, on_s: Math.floor(on_ms / 1000) })),
      ...(tripped.length > 0 && { tripped }),
    };
  }

  /** Documents whose present version is of an older installation than the one before it. */
  private noteEpoch(name: 'config' | 'agenda' | 'control', next: Version, before: Version | null): void {
    if (!isNewer(next, before)) return;
    if (before && next.epoch < before.epoch) this.older.add(name);
    else this.older.delete(name);
  }

  /** Whether the status must be published again because the board accepted a message. Returns true once. */
  takeNews(): boolean {
    const news = this.protections.takeNews() || this.news;
    this.news = false;
    return news;
  }

  /** No relay is on, and no run of the agenda may begin within `within_ms`. */
  isQuiet(now: number, within_ms: number): boolean {
    return !this.isOn() && !this.agenda.mayBegin(now + within_ms);
  }
  isOn(): boolean {
    return [...this.relays.values()].some(({ on }) => on);
  }

  /** Outcomes of runs, oldest first, until {@link runsTold}. */
  runs(max = 32): RunReport[] {
    return this.memory.pending(max);
  }

  runsTold(reports: readonly RunReport[]): void {
    this.memory.told(reports);
  }

  /** Relay states by pin. */
  pines(): Map<number, boolean> {
    return new Map([...this.relays.values()].map(({ pin, on }) => [pin, on]));
  }

  /** Advances to `now`: timers, limits, and the sample that is due, if any. */
  tick(now: number): TelemetrySample | null {
    this.points.tick(now);
    let cambio = this.protections.tick(now);
    cambio = this.agenda.startDue(now, this.linked) || cambio;
    // A rule takes over from a run that is over before the relay's time is.
    cambio = this.agenda.settle(now) || cambio;
    cambio = this.rules.tick(this.sensors.heard, this.agenda.running(), now) || cambio;
    // A farm's own timer does not touch a pin that the agenda or a rule covers.
    const planned = new Set([...this.agenda.pins(), ...this.rules.pins()]);
    for (const { tipo, pin } of this.relays.values()) {
      if (planned.has(pin)) continue;
      const turno =
        this.turnos &&
        this.relays.mapped(pin) &&
        isScheduledOn(tipo, this.spec.place, this.seed + pin, now, this.offset(now));
      if (turno === (this.turno.get(pin) ?? false)) continue;
      this.turno.set(pin, turno);
      if (!this.relays.rejection(pin, turno, now)) cambio = this.relays.turn(pin, turno, now) || cambio;
    }
    cambio = this.relays.pass(now) || cambio;
    this.agenda.settle(now);
    this.keepLived(now);
    if (!cambio && now < this.siguiente) return null;
    return this.sampleNow(now);
  }

  private keepLived(now: number): void {
    if (now - this.keptAt < KEEP_LIVED_MS) return;
    this.keptAt = now;
    const lived = [...this.relays.lived(now)];
    this.memory.lived = new Map(
      lived.map(([pin, { ops, on_ms }]) => [pin, { ops, on_ms: Math.floor(on_ms / 1000) * 1000 }]),
    );
  }

  /** The state on reconnection. */
  announce(now: number): TelemetrySample {
    this.linked = true;
    return this.sampleNow(now);
  }

  disconnected(): void {
    this.linked = false;
  }

  /** Handles a message on `command`. null for an invalid one: firmware cannot answer a command without an id. */
  command(payload: Buffer, now: number): Answer | null {
    const decoded = decodeCommand(payload);
    if (!decoded.ok) return null;
    const { id, pin } = decoded.value;
    const repeated = this.answered.get(id);
    if (repeated) return { id, result: repeated.result, sample: null };
    const { result, cambio } = this.obey(decoded.value, now);
    this.answered.set(id, { pin, result });
    const oldest = this.answered.keys().next();
    if (this.answered.size > REMEMBERED_IDS && !oldest.done) this.answered.delete(oldest.value);
    return { id, result, sample: cambio ? this.sampleNow(now) : null };
  }

  /** Delayed answers, each once; call after each tick and each command. */
  answers(): ResultMessage[] {
    const lists: ResultMessage[] = [];
    for (const [id, respuesta] of this.answered) {
      if (respuesta.result || this.relays.closing(respuesta.pin)) continue;
      respuesta.result = this.done(id, respuesta.pin);
      lists.push(respuesta.result);
    }
    return lists;
  }

  /** Handles a message on `config`: the server's pin map. An older or invalid map changes nothing. */
  configure(payload: Buffer, now: number, booting = false): TelemetrySample | null {
    const decoded = decodeConfig(payload);
    if (!decoded.ok) return null;
    const version = { epoch: decoded.value.epoch ?? 0, rev: decoded.value.rev };
    if (this.config && isNewer(this.config, version) && this.config.epoch === version.epoch) return null;
    this.news ||= isNewer(version, this.config);
    this.noteEpoch('config', version, this.config);
    this.config = version;
    this.memory.config = payload;
    const refused = judgePins(decoded.value, this.map, this.memory.refused);
    this.memory.refused = refused;
    this.relays.refused = refused.relays;
    this.map = decoded.value;
    const fit = (pin: number, pins: ReadonlySet<number>): boolean => !pins.has(pin);
    const relays = decoded.value.relays.filter(({ pin }) => fit(pin, refused.relays));
    const sensors = decoded.value.sensors.filter(({ pin }) => fit(pin, refused.sensors));
    const cambio = this.relays.configure({ ...decoded.value, relays }, now, booting);
    // An empty map belongs to a board that is not yet wired in the console: keep the configured wires.
    if (decoded.value.sensors.length > 0) this.sensors.configure(sensors);
    const taken = new Set([...relays, ...sensors].map(({ pin }) => pin));
    this.points.configure(decoded.value.points, taken, now);
    return cambio ? this.sampleNow(now) : null;
  }

  /** Handles a message on `agenda`. An invalid one, or one that is not newer, changes nothing. */
  takeAgenda(payload: Buffer, now: number): TelemetrySample | null {
    const decoded = decodeAgenda(payload);
    if (!decoded.ok) return null;
    const before = this.switchedOn();
    this.noteEpoch('agenda', decoded.value, this.agenda.version);
    if (!this.agenda.take(decoded.value, now)) return null;
    this.memory.agenda = payload;
    this.news = true;
    return before === this.switchedOn() ? null : this.sampleNow(now);
  }

  /** Handles a message on `control`. An invalid one, or one that is not newer, changes nothing. */
  takeControl(payload: Buffer, now: number): void {
    const decoded = decodeControl(payload);
    if (!decoded.ok) return;
    this.noteEpoch('control', decoded.value, this.rules.version);
    if (!this.rules.take(decoded.value, now)) return;
    this.protections.take(decoded.value);
    this.memory.control = payload;
    this.news = true;
  }

  /** What the board would have reported from `desde` (excluded) to `hasta`; its state does not change. */
  historial(desde: number, hasta: number): Generator<TelemetrySample> {
    return this.sensors.historial(desde, hasta);
  }

  private obey(command: CommandMessage, now: number): { result: ResultMessage | null; cambio: boolean } {
    const { id, pin, on, max_s } = command;
    const error = this.outOfTurn(command, now) ?? this.relays.rejection(pin, on, now);
    if (error) return { result: { id, ok: false, error }, cambio: false };
    const cambio = this.relays.turn(pin, on, now, max_s);
    this.agenda.ordered(pin, on, now);
    this.rules.ordered(pin, on, now, max_s);
    return { result: !on && this.relays.closing(pin) ? null : this.done(id, pin), cambio };
  }

  private done(id: string, pin: number): ResultMessage {
    return { id, ok: true, pins: { [pin]: this.relays.encendido(pin) ? 1 : 0 } };
  }

  /** A late command must not act, on or off. When the clock cannot judge lateness, ON is refused, which may flood a field, and OFF obeyed. */
  private outOfTurn({ on, exp }: CommandMessage, now: number): string | null {
    const clock = this.clock.wall(now);
    if (clock === null) return on ? 'clock_unset' : null;
    if (clock > exp) return 'expired';
    return on && exp - clock > EXPIRES_AT_MOST_MS ? 'clock_skewed' : null;
  }

  private sampleNow(now: number): TelemetrySample {
    // A tenth of jitter, so that boards that booted together do not stay in step.
    this.siguiente = now + SAMPLE_MS * (0.9 + 0.2 * random(this.seed, now));
    const ts = this.clock.wall(now);
    this.memory.lastSeen = ts;
    // With a meter's total at its ends, a run has exactly what it took.
    const on = [...this.pines()].flatMap(([pin, on]) => (on ? [pin] : [])).join();
    const { values, more } = this.points.sample(now, on !== this.sampledOn);
    this.sampledOn = on;
    if (more) this.siguiente = now + MORE_VALUES_MS;
    return compose(ts, this.pines(), this.sensors.read(now, this.relays.values()), values);
  }

  private switchedOn(): string {
    return [...this.pines()].map(([pin, on]) => `${pin}${on ? '+' : '-'}`).join();
  }
}
