import type { ConfigMessage } from '@acequia/board-protocol';
import {
  type CredencialAnterior,
  type Dialecto,
  pinExists,
  maxEncendido,
  MIN_OFF_S,
  type TipoSwitch,
} from '@acequia/contracts';
import { type KnownEnclavamiento, interlocksDe } from './interlocks.js';

/** A switch as far as the gateway needs it: where it hangs and whose it is. */
export interface KnownSwitch {
  id: number;
  empresa_id: number;
  tipo: TipoSwitch;
  hardware_pin: number;
  sensor_pin: number | null;
  /** s; null = the limit of its type, 0 = none. */
  max_encendido_s: number | null;
}

/** A board as read from the projection. */
export interface FilaPlaca {
  placa_id: number;
  numero: number;
  empresa_id: number;
  dialecto: Dialecto;
  revocada: number;
  credencial_sha256: string | null;
  credencial_cifrada: string | null;
  /** Replaced, newest first. */
  credenciales_anteriores: CredencialAnterior[];
  /** The installation's. */
  epoch: number;
  config_rev: number;
  eliminada: boolean;
  switches: KnownSwitch[];
  /** The interlock groups that one of its switches is in. */
  enclavamientos: KnownEnclavamiento[];
  /** Its switches that are locked out. */
  locked_out: number[];
}

/** How long a guess of a board's clock holds, and by how much a clock may be wrong to be guessed, ms. */
const OFFSET_MS = 60_000;

/** Seconds between two samples of a sensor. */
const SENSOR_EVERY_S = 30;

/** A board in this process's memory. One object for its whole life, so that open connections always see its newest wiring. */
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
  epoch = 0;
  lockedOut: readonly number[] = [];
  /** ms; the newest server time given to a sample that came without its own. */
  lastServerTs = 0;
  /** How its clock stands to ours, ms: the best guess, and when that was made. */
  private offset = { ms: 0, seen: 0 };
  /** ms; "last seen" as it was last handed over for writing. */
  storedSeen = 0;
  /** ms; until when its lease was last extended, with an external broker. */
  leasedUntil = 0;
  /** null until a sample with a clock was seen. */
  clockAhead: boolean | null = null;

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
    this.epoch = fila.epoch;
    this.lockedOut = fila.locked_out;
  }

  /** May it connect at all? */
  get admitted(): boolean {
    return !this.revocada && !this.eliminada && this.credencial_sha256 !== null;
  }

  /** The server's clock for a sample without `ts`; never the same ms twice, so that no sample hides another. */
  serverTs(now: number): number {
    this.lastServerTs = Math.max(now, this.lastServerTs + 1);
    return this.lastServerTs;
  }

  /** SHA-256 of the passwords that let it in now, hex, newest first. */
  credentials(now: number): string[] {
    if (this.credencial_sha256 === null) return [];
    const previous = this.credenciales_anteriores.filter(({ hasta }) => hasta > now);
    return [this.credencial_sha256, ...previous.map(({ sha256 }) => sha256)];
  }

  /** It used this one: those before it end here at once. Answers whether there were any. */
  used(sha256: string): boolean {
    const place = this.credenciales_anteriores.findIndex((anterior) => anterior.sha256 === sha256);
    const remain = this.credenciales_anteriores.slice(0, place + 1);
    const had = remain.length < this.credenciales_anteriores.length;
    this.credenciales_anteriores = remain;
    return had;
  }

  /** A sample with the board's own time came. The one that was least long on its way tells most. */
  seenClock(ts: number, now: number): void {
    const ms = ts - now;
    if (ms < this.offset.ms && this.offset.seen !== 0 && now - this.offset.seen < OFFSET_MS) return;
    this.offset = { ms: Math.abs(ms) < OFFSET_MS ? ms : 0, seen: now };
  }

  /** The time that the board itself would write on what it says now, so that its samples come before or after it rightly. */
  suHora(now: number): number {
    return this.offset.seen === 0 ? this.serverTs(now) : now + this.offset.ms;
  }

  /** A command left, by the database's clock (ms): what is heard from now on is newer, whichever clock runs ahead. */
  comandoSent(ts: number): void {
    this.lastServerTs = Math.max(this.lastServerTs, ts);
  }

  /** What the board must know about its pins. */
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
    const interlocks = interlocksDe(this.enclavamientos, pines);
    return {
      epoch: this.epoch,
      rev: this.config_rev,
      relays: relays.sort((a, b) => a.pin - b.pin),
      sensors: [...pins].sort((a, b) => a - b).map((pin) => ({ pin, type: 'dht22', every_s: SENSOR_EVERY_S })),
      ...(interlocks.length > 0 && { interlocks }),
      ...(locked.length > 0 && { locked: locked.sort((a, b) => a - b) }),
    };
  }
}
