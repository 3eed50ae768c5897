import type { ConfigMessage, InterlockMessage } from '@acequia/board-protocol';
import { MAX_ENCENDIDO_S, mueveRelevador, type TipoSwitch } from '@acequia/contracts';
import type { Rele } from './board-spec.js';

interface EstadoRele extends Rele {
  on: boolean;
  /** When it was last told to be on, and when it must be off at the latest; ms. */
  desde: number;
  limite: number;
  /** When it last really changed, ms. */
  encendido_al: number;
  apagado_al: number;
  /** Longest on-time, from the console's pin map or the default of its type, s. */
  max_s: number;
  /** Whether the console's pin map has it: a pin that left the map is off and takes no commands. */
  mapeado: boolean;
  /** Whether it is only on until its pump has rested. */
  cerrando: boolean;
  /** How long it stays off before it may go on again, s. */
  min_off_s: number;
  /** What turned it off last. */
  cause: OffCause;
}

export type OffCause = 'order' | 'limit' | 'interlock' | 'locked';
export type MotivoDeRechazo = 'unknown_pin' | 'unfit_pin' | 'locked' | 'min_off' | 'interlock';
type Requisito = Extract<InterlockMessage, { kind: 'requires' }>;

/**
 * The relays of a simulated board and what must hold of them: off when their time is over, never against an interlock.
 * The firmware's `core/src/relays.cpp` does the same; the scenarios of `firmware/` run against both. Times in ms.
 */
export class VirtualRelays {
  /** Pins whose relay does not move any more, whatever it is told. */
  atascados: ReadonlySet<number> = new Set();
  private readonly reles: Map<number, EstadoRele>;
  private interlocks: readonly InterlockMessage[] = [];
  private cableada = false;
  private locked: ReadonlySet<number> = new Set();

  constructor(reles: readonly Rele[]) {
    this.reles = new Map(reles.map((rele) => [rele.pin, apagado(rele)]));
  }

  values(): Iterable<Readonly<EstadoRele>> {
    return this.reles.values();
  }

  encendido(pin: number): boolean {
    return this.reles.get(pin)?.on ?? false;
  }

  mapeado(pin: number): boolean {
    return this.reles.get(pin)?.mapeado ?? false;
  }

  cerrando(pin: number): boolean {
    const rele = this.reles.get(pin);
    return rele !== undefined && rele.on && rele.cerrando;
  }

  /** When it must be off at the latest, ms. */
  limit(pin: number): number {
    return this.reles.get(pin)?.limite ?? 0;
  }

  offCause(pin: number): OffCause {
    return this.reles.get(pin)?.cause ?? 'order';
  }

  /** When a relay last went on, or off, ms. */
  changedAt(pin: number, on: boolean): number {
    const rele = this.reles.get(pin);
    return rele ? rele[on ? 'encendido_al' : 'apagado_al'] : -Infinity;
  }

  /** Leaves a relay that is on until `until`, or as long as its longest time on allows. */
  keepUntil(pin: number, until: number): void {
    const rele = this.reles.get(pin);
    if (!rele?.on) return;
    rele.limite = Math.min(until, rele.desde + rele.max_s * 1000);
    rele.cerrando = false;
  }

  /**
   * Takes the console's pin map; a relay that is locked goes off. `booting`: how long its relays were off nobody knows, so
   * their rest begins now. Says whether a pin changed.
   */
  configurar({ relays, interlocks = [], locked = [] }: ConfigMessage, now: number, booting = false): boolean {
    this.interlocks = interlocks;
    this.locked = new Set(locked);
    this.cableada ||= relays.length > 0;
    // The empty map of a board that nobody has wired in the console yet: the wires are there all the same.
    if (!this.cableada) return false;
    const mapa = new Map(relays.map(({ pin, max_s }) => [pin, max_s]));
    const rests = new Map(relays.map(({ pin, min_off_s = 0 }) => [pin, min_off_s]));
    for (const pin of mapa.keys())
      if (!this.reles.has(pin) && mueveRelevador(pin)) this.reles.set(pin, apagado({ pin, tipo: 'otro' }));
    for (const rele of this.reles.values()) {
      const max_s = mapa.get(rele.pin);
      rele.mapeado = max_s !== undefined;
      rele.max_s = max_s ?? rele.max_s;
      rele.min_off_s = rests.get(rele.pin) ?? 0;
      if (booting && rele.min_off_s > 0) rele.apagado_al = now;
      rele.limite = rele.mapeado ? Math.min(rele.limite, rele.desde + rele.max_s * 1000) : now;
      if (!rele.mapeado) rele.cause = 'locked';
    }
    let cambio = false;
    for (const rele of this.reles.values()) {
      if (!rele.on || rele.cerrando || !this.locked.has(rele.pin)) continue;
      cambio = this.girar(rele.pin, false, now) || cambio;
      rele.cause = 'locked';
    }
    return this.pasar(now) || cambio;
  }

  /** Why a relay may not be turned now; null when it may. OFF is never against an interlock. */
  rechazo(pin: number, on: boolean, now: number): MotivoDeRechazo | null {
    if (!this.mapeado(pin)) return mueveRelevador(pin) ? 'unknown_pin' : 'unfit_pin';
    if (!on) return null;
    if (this.locked.has(pin)) return 'locked';
    const rele = this.reles.get(pin);
    if (rele && !rele.on && now - rele.apagado_al < rele.min_off_s * 1000) return 'min_off';
    const contra = this.interlocks.some((lock) =>
      lock.kind === 'exclusive'
        ? lock.pins.includes(pin) && lock.pins.some((otro) => otro !== pin && this.encendido(otro))
        : lock.pin === pin && !this.lista(lock, now),
    );
    return contra ? 'interlock' : null;
  }

  /** Turns a relay. OFF of a pump's last valve: first the pump, and the valve once that has rested. Says whether a pin changed. */
  girar(pin: number, on: boolean, now: number, max_s?: number): boolean {
    const rele = this.reles.get(pin);
    if (!rele) return false;
    let cambio = false;
    let hasta = now;
    if (!on && rele.on) ({ cambio, hasta } = this.descansarBombas(pin, now));
    if (on || hasta <= now) cambio = this.mover(rele, on, now) || cambio;
    rele.cerrando = !on && hasta > now;
    if (on && rele.on) {
      rele.desde = now;
      rele.limite = now + Math.min(max_s ?? rele.max_s, rele.max_s) * 1000;
    } else if (!on) {
      rele.cause = 'order';
      rele.limite = Math.min(rele.limite, hasta);
    }
    return this.aplicarInterlocks(now) || cambio;
  }

  /** Lets time pass. Says whether a pin changed. */
  pasar(now: number): boolean {
    const antes = this.aplicarInterlocks(now);
    let limites = false;
    for (const rele of this.reles.values()) {
      if (!rele.on || now < rele.limite) continue;
      if (!rele.cerrando && rele.cause !== 'locked') rele.cause = 'limit';
      limites = this.mover(rele, false, now) || limites;
      rele.cerrando = false;
    }
    const despues = this.aplicarInterlocks(now);
    return antes || limites || despues;
  }

  private lista(lock: Requisito, now: number): boolean {
    const abiertas = this.abiertas(lock);
    const lista = abiertas.some(({ encendido_al }) => now - encendido_al >= lock.on_delay_s * 1000);
    return lista && now < this.cierre(lock);
  }

  /** When the pump must be off so that it has rested before its last valve closes. */
  private cierre(lock: Requisito): number {
    return Math.max(...this.abiertas(lock).map(({ limite }) => limite), -Infinity) - lock.off_delay_s * 1000;
  }

  private abiertas(lock: Requisito): EstadoRele[] {
    return lock.any.map((pin) => this.reles.get(pin)).filter((rele): rele is EstadoRele => rele?.on === true);
  }

  private descansarBombas(valvula: number, now: number): { cambio: boolean; hasta: number } {
    let cambio = false;
    let hasta = now;
    for (const lock of this.interlocks) {
      if (lock.kind !== 'requires' || !lock.any.includes(valvula)) continue;
      if (this.abiertas(lock).some(({ pin }) => pin !== valvula)) continue;
      const bomba = this.reles.get(lock.pin);
      if (bomba?.on) {
        cambio = this.stop(bomba, 'interlock', now) || cambio;
        if (bomba.on) bomba.limite = now;
      }
      const desde = bomba?.on ? now : (bomba?.apagado_al ?? -Infinity);
      hasta = Math.max(hasta, desde + lock.off_delay_s * 1000);
    }
    return { cambio, hasta };
  }

  private aplicarInterlocks(now: number): boolean {
    let cambio = false;
    for (let otra = true; otra; cambio ||= otra) {
      otra = false;
      for (const lock of this.interlocks) otra = this.aplicar(lock, now) || otra;
    }
    return cambio;
  }

  private aplicar(lock: InterlockMessage, now: number): boolean {
    if (lock.kind === 'requires') {
      const bomba = this.reles.get(lock.pin);
      return bomba?.on === true && now >= this.cierre(lock) && this.stop(bomba, 'interlock', now);
    }
    const juntos = [...this.reles.values()].filter(({ pin, on }) => on && lock.pins.includes(pin));
    if (juntos.length < 2) return false;
    return juntos.map((rele) => this.stop(rele, 'interlock', now)).some(Boolean);
  }

  private stop(rele: EstadoRele, cause: OffCause, now: number): boolean {
    if (rele.on) rele.cause = cause;
    return this.mover(rele, false, now);
  }

  private mover(rele: EstadoRele, on: boolean, now: number): boolean {
    if (rele.on === on || this.atascados.has(rele.pin)) return false;
    rele.on = on;
    rele[on ? 'encendido_al' : 'apagado_al'] = now;
    if (on) rele.cause = 'order';
    return true;
  }
}

const apagado = (rele: { pin: number; tipo: TipoSwitch }): EstadoRele => ({
  ...rele,
  on: false,
  desde: 0,
  limite: 0,
  encendido_al: 0,
  apagado_al: -Infinity,
  max_s: MAX_ENCENDIDO_S[rele.tipo],
  mapeado: true,
  cerrando: false,
  min_off_s: 0,
  cause: 'order',
});
