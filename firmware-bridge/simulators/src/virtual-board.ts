import {
  decodeAgenda,
  decodeCommand,
  decodeConfig,
  decodeControl,
  type ConfigMessage,
  type ResultMessage,
  type RunReport,
  type StatusMessage,
  type TelemetrySample,
} from '@acequia/board-protocol';
import { BoardClock, isNewer, type Version } from './board-clock.js';
import type { Answer, VirtualBoardOptions } from './board-options.js';
import type { BoardSpec } from './board-spec.js';
import { DocumentHistory } from './document-history.js';
import { FieldPoints } from './field-points.js';
import { isScheduledOn } from './irrigation.js';
import { KeptMemory } from './kept-memory.js';
import { random, merge } from './random.js';
import { VirtualAgenda } from './virtual-agenda.js';
import { VirtualCommands } from './virtual-commands.js';
import { VirtualPoints } from './virtual-points.js';
import { judgePins } from './virtual-pins.js';
import { VirtualProtections } from './virtual-protections.js';
import { VirtualRelays } from './virtual-relays.js';
import { VirtualRules } from './virtual-rules.js';
import { compose, MORE_VALUES_MS, SAMPLE_MS, VirtualSensors } from './virtual-sensors.js';
import { statusOf } from './virtual-status.js';
import { VirtualWear } from './virtual-wear.js';
import { type Offset, offsetOf } from './zone.js';

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
  private config: Version | null = null;
  private map: ConfigMessage | null = null;
  private readonly memory: KeptMemory;
  private readonly clock: BoardClock;
  private readonly agenda: VirtualAgenda;
  private readonly rules: VirtualRules;
  private readonly points: VirtualPoints;
  private readonly protections: VirtualProtections;
  private news = false;
  private readonly documents = new DocumentHistory();
  private readonly commands: VirtualCommands;
  private linked = false;
  /** The pins that were on in the last sample. */
  private sampledOn = '';

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
    this.relays = new VirtualRelays(
      spec.relays,
      options.wires,
      options.stuckPins,
      new VirtualWear(this.memory.lived, boot),
    );
    this.clock = new BoardClock(boot);
    this.commands = new VirtualCommands(this.relays, this.clock);
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
    const { seed, boot, restarted, clock, relays, protections, documents } = this;
    const versions = { config: this.config, agenda: this.agenda.version, control: this.rules.version };
    return statusOf({ seed, boot, restarted, clock, relays, protections, documents, versions }, now);
  }

  /** What it tells of pins and documents, which is news within five minutes only. */
  troubles(): string {
    return JSON.stringify([this.relays.unfollowing(), this.documents.told]);
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
    this.memory.lived = this.relays.wear.due(now) ?? this.memory.lived;
    if (!cambio && now < this.siguiente) return null;
    return this.sampleNow(now);
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
    const command = decoded.value;
    const { id, pin, on, max_s } = command;
    const repeated = this.commands.repeated(id);
    if (repeated) return { id, result: repeated.result, sample: null };
    const { result, changed } = this.commands.obey(command, now, () => {
      this.agenda.ordered(pin, on, now);
      this.rules.ordered(pin, on, now, max_s);
    });
    return { id, result, sample: changed ? this.sampleNow(now) : null };
  }

  /** Delayed answers, each once; call after each tick and each command. */
  answers(): ResultMessage[] {
    return this.commands.late();
  }

  /** Handles a message on `config`: the server's pin map. An older or invalid map changes nothing. */
  configure(payload: Buffer, now: number, booting = false): TelemetrySample | null {
    const decoded = decodeConfig(payload);
    if (!decoded.ok) {
      this.documents.unreadable('config');
      return null;
    }
    const version = { epoch: decoded.value.epoch ?? 0, rev: decoded.value.rev };
    if (this.config && isNewer(this.config, version) && this.config.epoch === version.epoch) {
      this.documents.notNewer('config', version, this.config);
      return null;
    }
    this.news ||= isNewer(version, this.config);
    this.documents.took('config', version, this.config);
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
    if (!decoded.ok) {
      this.documents.unreadable('agenda');
      return null;
    }
    const before = this.switchedOn();
    const last = this.agenda.version;
    if (!this.agenda.take(decoded.value, now)) {
      this.documents.notNewer('agenda', decoded.value, last);
      return null;
    }
    this.documents.took('agenda', decoded.value, last);
    this.memory.agenda = payload;
    this.news = true;
    return before === this.switchedOn() ? null : this.sampleNow(now);
  }

  /** Handles a message on `control`. An invalid one, or one that is not newer, changes nothing. */
  takeControl(payload: Buffer, now: number): void {
    const decoded = decodeControl(payload);
    if (!decoded.ok) return this.documents.unreadable('control');
    const last = this.rules.version;
    if (!this.rules.take(decoded.value, now)) return this.documents.notNewer('control', decoded.value, last);
    this.documents.took('control', decoded.value, last);
    this.protections.take(decoded.value);
    this.memory.control = payload;
    this.news = true;
  }

  /** What the board would have reported from `desde` (excluded) to `hasta`; its state does not change. */
  historial(desde: number, hasta: number): Generator<TelemetrySample> {
    return this.sensors.historial(desde, hasta);
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
