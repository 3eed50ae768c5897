import type { ConfigMessage } from '@acequia/board-protocol';
import {
  type CredencialAnterior,
  type Dialecto,
  pinExists,
  maxEncendido,
  MIN_OFF_S,
  type TipoSwitch,
} from '@acequia/contracts';
import { BoardClock, type ClockFault } from './board-clock.js';
import { SharedAccount } from './shared-account.js';
import { type KnownPunto, pointsOf } from './known-punto.js';
import { type KnownEnclavamiento, interlocksOf } from './interlocks.js';

/** The data of a switch that the gateway needs: its pin and its company. */
export interface KnownSwitch {
  id: number;
  empresa_id: number;
  tipo: TipoSwitch;
  hardware_pin: number;
  sensor_pin: number | null;
  /** s; null = the limit of its type, 0 = none. */
  max_encendido_s: number | null;
}

/** A row of the projection: a board. */
export interface FilaPlaca {
  placa_id: number;
  numero: number;
  empresa_id: number;
  dialecto: Dialecto;
  revocada: number;
  credencial_sha256: string | null;
  credencial_cifrada: string | null;
  /** The replaced credentials, newest first. */
  credenciales_anteriores: CredencialAnterior[];
  /** The epoch of the installation. */
  epoch: number;
  config_rev: number;
  eliminada: boolean;
  switches: KnownSwitch[];
  /** The interlock groups with at least one of the board's switches. */
  enclavamientos: KnownEnclavamiento[];
  /** The active points of measurement. */
  puntos: KnownPunto[];
  /** Its firmware says that it reads points. */
  knows_points: boolean;
  /** The ids of the board's locked-out switches. */
  locked_out: number[];
  /** Another firmware's sensors and their numbers, see {@link Probes}. */
  sondas: Record<string, number | null>;
}

/** Seconds between two samples of a sensor. */
const SENSOR_EVERY_S = 30;

/** A board in this process's memory. One object per board for its whole life, so open connections always see its newest wiring. */
export class KnownPlaca {
  readonly placa_id: number;
  numero = 0;
  empresa_id = 0;
  dialecto: Dialecto = 'acequia';
  revocada = false;
  eliminada = false;
  credencial_sha256: string | null = null;
  credencial_cifrada: string | null = null;
  credenciales_anteriores: CredencialAnterior[] = [];
  config_rev = 0;
  switches: KnownSwitch[] = [];
  enclavamientos: KnownEnclavamiento[] = [];
  puntos: readonly KnownPunto[] = [];
  knowsPoints = false;
  epoch = 0;
  lockedOut: readonly number[] = [];
  /** As in {@link FilaPlaca}, with what this instance learned since. */
  readonly probes = new Map<string, number | null>();
  /** ms; the newest server time given to a sample that came without its own. */
  lastServerTs = 0;
  readonly clock = new BoardClock();
  readonly account = new SharedAccount();
  /** ms; the "last seen" that was last queued for writing. */
  storedSeen = 0;
  /** ms; the current end of the board's lease, with an external broker. */
  leasedUntil = 0;
  /** undefined until a sample arrives. */
  clockFault: ClockFault | undefined = undefined;

  constructor(fila: FilaPlaca) {
    this.placa_id = fila.placa_id;
    this.update(fila);
  }

  update(fila: FilaPlaca): void {
    this.numero = fila.numero;
    this.empresa_id = fila.empresa_id;
    this.dialecto = fila.dialecto;
    this.revocada = fila.revocada === 1;
    this.eliminada = fila.eliminada;
    this.credencial_sha256 = fila.credencial_sha256;
    this.credencial_cifrada = fila.credencial_cifrada;
    this.credenciales_anteriores = fila.credenciales_anteriores;
    this.config_rev = fila.config_rev;
    this.switches = fila.switches;
    this.enclavamientos = fila.enclavamientos;
    this.puntos = fila.puntos;
    this.knowsPoints = fila.knows_points;
    this.epoch = fila.epoch;
    this.lockedOut = fila.locked_out;
    for (const [key, number] of Object.entries(fila.sondas ?? {})) this.probes.set(key, number);
  }

  /** May the board connect at all? */
  get admitted(): boolean {
    return !this.revocada && !this.eliminada && this.credencial_sha256 !== null;
  }

  /** The server's clock for a sample without `ts`; never the same ms twice, so that no sample hides another. */
  serverTs(now: number): number {
    this.lastServerTs = Math.max(now, this.lastServerTs + 1);
    return this.lastServerTs;
  }

  /** SHA-256 of the passwords that are valid now, hex, newest first. */
  credentials(now: number): string[] {
    if (this.credencial_sha256 === null) return [];
    const previous = this.credenciales_anteriores.filter(({ hasta }) => hasta > now);
    return [this.credencial_sha256, ...previous.map(({ sha256 }) => sha256)];
  }

  /** The board used this credential: older credentials end in this instance at once. Answers whether there were any. */
  used(sha256: string): boolean {
    const place = this.credenciales_anteriores.findIndex((anterior) => anterior.sha256 === sha256);
    const remain = this.credenciales_anteriores.slice(0, place + 1);
    const had = remain.length < this.credenciales_anteriores.length;
    this.credenciales_anteriores = remain;
    return had;
  }

  /** The time that the board's clock shows now, so that a server-made sample sorts correctly among the board's samples. */
  boardTime(now: number): number {
    return this.clock.at(now) ?? this.serverTs(now);
  }

  /** A command left, by the database's clock (ms): later messages count as newer, whichever clock runs ahead. */
  comandoSent(ts: number): void {
    this.lastServerTs = Math.max(this.lastServerTs, ts);
  }

  /** The pin map for the board. */
  config(): ConfigMessage {
    const relays = this.switches
      .filter((item) => pinExists(item.hardware_pin))
      .map(({ hardware_pin: pin, tipo, max_encendido_s }) => {
        const min_off_s = MIN_OFF_S[tipo];
        return { pin, max_s: maxEncendido(tipo, max_encendido_s), ...(min_off_s > 0 && { min_off_s }) };
      });
    const locked = this.switches
      .filter(({ id, hardware_pin }) => pinExists(hardware_pin) && this.lockedOut.includes(id))
      .map(({ hardware_pin }) => hardware_pin);
    const pins = new Set(this.switches.flatMap(({ sensor_pin: pin }) => (pin !== null && pinExists(pin) ? [pin] : [])));
    const pines = new Map(this.switches.map(({ id, hardware_pin }) => [id, hardware_pin]));
    const points = this.knowsPoints ? pointsOf(this.puntos) : [];
    const interlocks = interlocksOf(this.enclavamientos, pines);
    return {
      epoch: this.epoch,
      rev: this.config_rev,
      relays: relays.sort((a, b) => a.pin - b.pin),
      sensors: [...pins].sort((a, b) => a - b).map((pin) => ({ pin, type: 'dht22', every_s: SENSOR_EVERY_S })),
      ...(points.length > 0 && { points }),
      ...(interlocks.length > 0 && { interlocks }),
      ...(locked.length > 0 && { locked: locked.sort((a, b) => a - b) }),
    };
  }
}
