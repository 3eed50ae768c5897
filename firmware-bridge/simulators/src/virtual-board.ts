import {
  decodeCommand,
  decodeConfig,
  type CommandMessage,
  type ConfigMessage,
  type ResultMessage,
  type StatusMessage,
  type TelemetrySample,
} from '@acequia/board-protocol';
import { MAX_ENCENDIDO_S, type TipoSwitch } from '@acequia/contracts';
import type { BoardSpec, Rele } from './board-spec.js';
import { climaEn } from './climate.js';
import { enTurno } from './irrigation.js';
import { azar, mezclar } from './random.js';
import { type Desfase, desfaseDe } from './zone.js';

/** A board tells its state at least this often, ms, and at once when a pin changes. */
export const MUESTRA_MS = 10_000;
/** Resolution of what a board kept while nobody listened, ms. */
export const PASO_HISTORIAL_MS = 300_000;
/** How many command ids a board remembers: a command that comes twice acts once. */
const IDS_RECORDADOS = 64;
/** Time in which a relay reaches two thirds of its effect on the climate, ms. */
const INERCIA_MS = 600_000;

interface EstadoRele extends Rele {
  on: boolean;
  /** When it was turned on, and when it must be off at the latest; ms. */
  desde: number;
  limite: number;
  /** Longest on-time, from the console's pin map or the default of its type, s. */
  max_s: number;
  /** What its timer wanted last. */
  turno: boolean;
  /** Whether the console's pin map has it: a pin that left the map is off and takes no commands. */
  mapeado: boolean;
}

export interface VirtualBoardOptions {
  /** Distance from UTC, hours, of the clock of a farm whose zone is not known. */
  desfase_h?: number;
  /** Whether the farm's timers give their turns. */
  turnos?: boolean;
}

/**
 * The firmware of one simulated board, without its network: a state machine over the time that is passed in. It keeps
 * the safe defaults that a relay board owes its farm: off at boot, a limit on every on-time, no command late or twice.
 */
export class VirtualBoard {
  readonly boot: string;
  private readonly semilla: number;
  private readonly desfase: Desfase;
  private readonly turnos: boolean;
  private readonly reles: Map<number, EstadoRele>;
  private sensores: { pin: number; every_ms: number; leido: number }[];
  private efecto = new Map<TipoSwitch, number>();
  private efectoAl: number;
  private siguiente: number;
  private config_rev = -1;
  /** Pins whose relay does not move any more, whatever it is told. */
  atascados: ReadonlySet<number> = new Set();
  private readonly respondidos = new Map<string, ResultMessage>();

  constructor(
    readonly spec: BoardSpec,
    arranque: number,
    options: VirtualBoardOptions = {},
  ) {
    this.semilla = mezclar(spec.placa_id, spec.numero);
    const horas = options.desfase_h ?? -6;
    this.desfase = spec.zona_horaria === undefined ? () => horas : desfaseDe(spec.zona_horaria);
    this.turnos = options.turnos ?? true;
    this.boot = mezclar(this.semilla, arranque).toString(16);
    this.reles = new Map(spec.relays.map((rele) => [rele.pin, apagado(rele, MAX_ENCENDIDO_S[rele.tipo])]));
    this.sensores = spec.sensors.map((pin) => ({ pin, every_ms: MUESTRA_MS, leido: 0 }));
    this.efectoAl = arranque;
    this.siguiente = arranque;
  }

  status(now: number): StatusMessage {
    const rssi = -52 - Math.floor(azar(this.semilla, 3) * 25) - Math.floor(azar(this.semilla, now) * 4);
    return { online: true, fw: '1.0.0-sim', model: 'esp32', rssi, boot: this.boot };
  }

  /** What its relays are, by pin. */
  pines(): Map<number, boolean> {
    return new Map([...this.reles.values()].map(({ pin, on }) => [pin, on]));
  }

  /** Lets time pass: timers, limits, and the sample that is due, if one is. */
  tick(now: number): TelemetrySample | null {
    let cambio = false;
    for (const rele of this.reles.values()) {
      const turno =
        this.turnos &&
        rele.mapeado &&
        enTurno(rele.tipo, this.spec.lugar, this.semilla + rele.pin, now, this.desfase(now));
      if (turno !== rele.turno) {
        rele.turno = turno;
        cambio = this.mover(rele, turno, now) || cambio;
      }
      if (rele.on && now >= rele.limite) cambio = this.mover(rele, false, now) || cambio;
    }
    if (!cambio && now < this.siguiente) return null;
    return this.muestra(now);
  }

  /** A message on `command`. null for one that is no command: firmware has nobody to answer then. */
  command(payload: Buffer, now: number): { result: ResultMessage; sample: TelemetrySample | null } | null {
    const decoded = decodeCommand(payload);
    if (!decoded.ok) return null;
    const repetido = this.respondidos.get(decoded.value.id);
    if (repetido) return { result: repetido, sample: null };
    const { result, cambio } = this.obedecer(decoded.value, now);
    this.respondidos.set(decoded.value.id, result);
    const oldest = this.respondidos.keys().next();
    if (this.respondidos.size > IDS_RECORDADOS && !oldest.done) this.respondidos.delete(oldest.value);
    return { result, sample: cambio ? this.muestra(now) : null };
  }

  /** A message on `config`: the console's pin map. An older one than the board has, or a broken one, changes nothing. */
  configure(payload: Buffer, now: number): TelemetrySample | null {
    const decoded = decodeConfig(payload);
    if (!decoded.ok || decoded.value.rev < this.config_rev) return null;
    this.config_rev = decoded.value.rev;
    const cambio = this.aplicarReles(decoded.value, now);
    // An empty map is the one of a board that nobody has wired in the console yet: the wires are there all the same.
    if (decoded.value.sensors.length > 0)
      this.sensores = decoded.value.sensors.map(({ pin, every_s }) => ({ pin, every_ms: every_s * 1000, leido: 0 }));
    return cambio ? this.muestra(now) : null;
  }

  /** What the board kept from `desde` (excluded) to `hasta`, in steps of five minutes; its state now is not touched. */
  *historial(desde: number, hasta: number): Generator<TelemetrySample> {
    const efecto = new Map<TipoSwitch, number>();
    const primero = Math.floor(desde / PASO_HISTORIAL_MS) * PASO_HISTORIAL_MS + PASO_HISTORIAL_MS;
    for (let ts = primero; ts <= hasta; ts += PASO_HISTORIAL_MS) {
      const encendidos = new Map(
        this.spec.relays.map(({ pin, tipo }) => [
          pin,
          { tipo, on: enTurno(tipo, this.spec.lugar, this.semilla + pin, ts, this.desfase(ts)) },
        ]),
      );
      avanzar(efecto, encendidos.values(), PASO_HISTORIAL_MS);
      yield componer(ts, encendidos, this.lecturas(this.spec.sensors, ts, efecto));
    }
  }

  private obedecer(command: CommandMessage, now: number): { result: ResultMessage; cambio: boolean } {
    const { id, pin, on, exp, max_s } = command;
    const rele = this.reles.get(pin);
    if (now > exp) return { result: { id, ok: false, error: 'expired' }, cambio: false };
    if (!rele?.mapeado) return { result: { id, ok: false, error: 'unknown_pin' }, cambio: false };
    const cambio = this.mover(rele, on, now, max_s);
    return { result: { id, ok: true, pins: { [pin]: rele.on ? 1 : 0 } }, cambio };
  }

  private aplicarReles({ relays }: ConfigMessage, now: number): boolean {
    if (relays.length === 0) return false;
    const mapa = new Map(relays.map(({ pin, max_s }) => [pin, max_s]));
    for (const pin of mapa.keys()) {
      const tipo = this.spec.relays.find((rele) => rele.pin === pin)?.tipo ?? 'otro';
      if (!this.reles.has(pin)) this.reles.set(pin, apagado({ pin, tipo }, MAX_ENCENDIDO_S[tipo]));
    }
    let cambio = false;
    for (const rele of this.reles.values()) {
      const max_s = mapa.get(rele.pin);
      rele.mapeado = max_s !== undefined;
      rele.max_s = max_s ?? rele.max_s;
      rele.limite = Math.min(rele.limite, rele.desde + rele.max_s * 1000);
      if (rele.on && (!rele.mapeado || now >= rele.limite)) cambio = this.mover(rele, false, now) || cambio;
    }
    return cambio;
  }

  private mover(rele: EstadoRele, on: boolean, now: number, max_s?: number): boolean {
    return this.atascados.has(rele.pin) ? false : poner(rele, on, now, max_s);
  }

  private muestra(now: number): TelemetrySample {
    avanzar(this.efecto, this.reles.values(), Math.max(0, now - this.efectoAl));
    this.efectoAl = now;
    // A tenth of jitter: boards that booted together do not stay in step.
    this.siguiente = now + MUESTRA_MS * (0.9 + 0.2 * azar(this.semilla, now));
    const debidos = this.sensores.filter((sensor) => now - sensor.leido >= sensor.every_ms * 0.9);
    for (const sensor of debidos) sensor.leido = now;
    const pines = debidos.map(({ pin }) => pin);
    return componer(now, this.reles, this.lecturas(pines, now, this.efecto));
  }

  private lecturas(
    pines: readonly number[],
    ts: number,
    efecto: ReadonlyMap<TipoSwitch, number>,
  ): Map<number, { t: number; h: number }> {
    const { lugar } = this.spec;
    return new Map(pines.map((pin) => [pin, climaEn(lugar, this.semilla + pin * 97, ts, this.desfase(ts), efecto)]));
  }
}

const apagado = (rele: Rele, max_s: number): EstadoRele => ({
  ...rele,
  on: false,
  desde: 0,
  limite: 0,
  max_s,
  turno: false,
  mapeado: true,
});

/** Turns a relay; turning on what is on begins its time again. Says whether the pin changed. */
const poner = (rele: EstadoRele, on: boolean, now: number, max_s = rele.max_s): boolean => {
  const cambio = rele.on !== on;
  rele.on = on;
  if (on) {
    rele.desde = now;
    rele.limite = now + Math.min(max_s, rele.max_s) * 1000;
  }
  return cambio;
};

/** Moves each type's effect towards what its relays do now. */
const avanzar = (
  efecto: Map<TipoSwitch, number>,
  reles: Iterable<{ tipo: TipoSwitch; on: boolean }>,
  ms: number,
): void => {
  const paso = 1 - Math.exp(-ms / INERCIA_MS);
  const meta = new Map<TipoSwitch, number>();
  for (const { tipo, on } of reles) meta.set(tipo, Math.max(meta.get(tipo) ?? 0, on ? 1 : 0));
  for (const [tipo, hacia] of meta) {
    const previo = efecto.get(tipo) ?? 0;
    efecto.set(tipo, previo + (hacia - previo) * paso);
  }
};

const componer = (
  ts: number,
  reles: ReadonlyMap<number, { on: boolean }>,
  lecturas: ReadonlyMap<number, { t: number; h: number }>,
): TelemetrySample => ({
  ts,
  pins: Object.fromEntries([...reles].map(([pin, { on }]) => [String(pin), on ? 1 : 0])),
  ...(lecturas.size > 0 && {
    sensors: Object.fromEntries([...lecturas].map(([pin, clima]) => [String(pin), clima])),
  }),
});
