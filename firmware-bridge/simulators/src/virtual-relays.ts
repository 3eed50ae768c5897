import type { ConfigMessage, InterlockMessage } from '@acequia/board-protocol';
import { movesRelay } from '@acequia/contracts';
import type { Relay } from './board-spec.js';
import { apagado, type Claim, type OffCause, type RejectionReason, type RelayEstado } from './relay-state.js';
import { VirtualWear } from './virtual-wear.js';

/** Valves and pumps stay on this long for the next run, because the time of day may be corrected between the two. */
const SEAM_MS = 2_000;
type Requirement = Extract<InterlockMessage, { kind: 'requires' }>;

/**
 * The relays of a simulated board and their rules: off when their time is over, never against an interlock. Mirrors the
 * firmware's `core/src/relays.cpp`; the scenarios of `firmware/` run against both. Times in ms.
 */
export class VirtualRelays {
  /** Pins that get no relay although they could carry one: `unfit_pin`. */
  refused: ReadonlySet<number> = new Set();
  private readonly relays: Map<number, RelayEstado>;
  private interlocks: readonly InterlockMessage[] = [];
  private wired = false;
  private locked: ReadonlySet<number> = new Set();
  private protected: ReadonlySet<number> = new Set();

  /** `wires`: the levels of the pins, which a restart leaves as they were. `stuckPins`: their relays ignore every command. */
  constructor(
    relays: readonly Relay[],
    private readonly wires: Map<number, boolean> = new Map(),
    public stuckPins: ReadonlySet<number> = new Set(),
    readonly wear = new VirtualWear(),
  ) {
    // The firmware's first act: without it a relay stays on, and no map would turn it off.
    for (const pin of this.wires.keys()) if (!this.stuckPins.has(pin)) this.wires.set(pin, false);
    this.relays = new Map(relays.map((relay) => [relay.pin, this.attached(relay)]));
  }

  values(): Iterable<Readonly<RelayEstado>> {
    return this.relays.values();
  }

  encendido(pin: number): boolean {
    return this.relays.get(pin)?.on ?? false;
  }

  mapped(pin: number): boolean {
    return this.relays.get(pin)?.mapped ?? false;
  }

  closing(pin: number): boolean {
    const relay = this.relays.get(pin);
    return relay !== undefined && relay.on && relay.closing;
  }

  /** When it must be off at the latest, ms. */
  limit(pin: number): number {
    return this.relays.get(pin)?.limite ?? 0;
  }

  offCause(pin: number): OffCause {
    return this.relays.get(pin)?.cause ?? 'order';
  }

  /** Time of a relay's last change to on, or to off, ms. */
  changedAt(pin: number, on: boolean): number {
    const relay = this.relays.get(pin);
    return relay ? relay[on ? 'encendido_al' : 'apagado_al'] : -Infinity;
  }

  /** Pins whose wire is not as it was last told to be. */
  unfollowing(): number[] {
    return [...this.relays.values()].flatMap(({ pin, follows }) => (follows ? [] : [pin])).sort((a, b) => a - b);
  }

  /** Keeps a relay that is on until `until`, at most its longest time on. */
  keepUntil(pin: number, until: number): void {
    const relay = this.relays.get(pin);
    if (!relay?.on) return;
    relay.limite = Math.min(until, relay.desde + relay.max_s * 1000);
    relay.closing = false;
  }

  /**
   * Accepts the server's pin map; a locked relay goes off. `booting`: the time the relays have been off is unknown, so their
   * rest begins now. Returns whether a pin changed, or was found on.
   */
  configure({ relays, interlocks = [], locked = [] }: ConfigMessage, now: number, booting = false): boolean {
    this.interlocks = interlocks;
    this.locked = new Set(locked);
    this.wired ||= relays.length > 0;
    // The empty map of a board that is not yet wired in the console: keep the configured wires.
    if (!this.wired) return false;
    const map = new Map(relays.map(({ pin, max_s }) => [pin, max_s]));
    const rests = new Map(relays.map(({ pin, min_off_s = 0 }) => [pin, min_off_s]));
    const fresh = [...map.keys()].filter((pin) => !this.relays.has(pin) && movesRelay(pin));
    for (const pin of fresh) this.relays.set(pin, this.attached({ pin, tipo: 'otro' }));
    for (const relay of this.relays.values()) {
      const max_s = map.get(relay.pin);
      relay.mapped = max_s !== undefined;
      relay.max_s = max_s ?? relay.max_s;
      relay.min_off_s = rests.get(relay.pin) ?? 0;
      if (booting && relay.min_off_s > 0) relay.apagado_al = now;
      relay.limite = relay.mapped ? Math.min(relay.limite, relay.desde + relay.max_s * 1000) : now;
      if (!relay.mapped) relay.cause = 'locked';
    }
    const cambio = this.turnOff(this.locked, 'locked', now);
    return this.pass(now) || cambio || fresh.some((pin) => this.encendido(pin));
  }

  /** Turns these pins off, and no others, and keeps them off until the next call. Returns whether a pin changed. */
  protect(pins: ReadonlySet<number>, now: number): boolean {
    this.protected = pins;
    return this.turnOff(pins, 'protection', now);
  }

  /** A valve of a pump that runs closes after the pump. */
  private turnOff(pins: ReadonlySet<number>, cause: OffCause, now: number): boolean {
    let cambio = false;
    for (const pin of [...pins].sort((a, b) => a - b)) {
      const relay = this.relays.get(pin);
      if (!relay?.on || relay.closing) continue;
      cambio = this.turn(pin, false, now) || cambio;
      relay.cause = cause;
    }
    return cambio;
  }

  private barred(pin: number): boolean {
    return this.locked.has(pin) || this.protected.has(pin);
  }

  /** Why a relay may not be turned now; null = it may. No interlock blocks OFF. */
  rejection(pin: number, on: boolean, now: number): RejectionReason | null {
    if (!this.mapped(pin)) return movesRelay(pin) && !this.refused.has(pin) ? 'unknown_pin' : 'unfit_pin';
    if (!on) return null;
    if (this.locked.has(pin)) return 'locked';
    if (this.protected.has(pin)) return 'protection';
    const relay = this.relays.get(pin);
    if (relay && !relay.on && now - relay.apagado_al < relay.min_off_s * 1000) return 'min_off';
    const contra = this.interlocks.some((lock) =>
      lock.kind === 'exclusive'
        ? lock.pins.includes(pin) && lock.pins.some((otro) => otro !== pin && this.encendido(otro))
        : lock.pin === pin && !this.list(lock, now),
    );
    return contra ? 'interlock' : null;
  }

  /**
   * Turns a relay. OFF of a pump's last valve turns the pump off first, and the valve after the pump's rest. Returns whether a
   * pin changed.
   */
  turn(pin: number, on: boolean, now: number, max_s?: number): boolean {
    const relay = this.relays.get(pin);
    if (!relay) return false;
    let cambio = false;
    let hasta = now;
    if (!on && relay.on) ({ cambio, hasta } = this.restPumps(pin, now));
    if (on || hasta <= now) cambio = this.mover(relay, on, now) || cambio;
    relay.closing = !on && hasta > now;
    if (on && relay.on) {
      relay.desde = now;
      relay.limite = now + Math.min(max_s ?? relay.max_s, relay.max_s) * 1000;
    } else if (!on) {
      relay.cause = 'order';
      relay.limite = Math.min(relay.limite, hasta);
    }
    return this.applyInterlocks(now) || cambio;
  }

  /** The agenda's next claim on a relay; null = it will not turn it on. */
  expect(pin: number, next: Claim | null): void {
    const relay = this.relays.get(pin);
    if (relay) relay.next = next;
  }

  /** Advances to `now`. Returns whether a pin changed. */
  pass(now: number): boolean {
    const antes = this.applyInterlocks(now);
    let limites = false;
    for (const relay of this.relays.values()) {
      if (!relay.on || now < relay.limite || this.awaitsNext(relay, now)) continue;
      if (!relay.closing && relay.cause !== 'locked' && relay.cause !== 'protection') relay.cause = 'limit';
      limites = this.mover(relay, false, now) || limites;
      relay.closing = false;
    }
    const despues = this.applyInterlocks(now);
    return antes || limites || despues;
  }

  private list(lock: Requirement, now: number): boolean {
    const opened = this.opened(lock);
    const list = opened.some(({ encendido_al }) => now - encendido_al >= lock.on_delay_s * 1000);
    return list && now < this.closure(lock);
  }

  /** Latest time for the pump to go off, so that it has rested before its last valve closes. */
  private closure(lock: Requirement): number {
    let last = Math.max(...this.opened(lock).map(({ limite }) => limite), -Infinity);
    if (last === -Infinity) return last;
    for (let another = true; another;) {
      another = false;
      for (const pin of lock.any) {
        const until = this.opensUntil(pin, last);
        if (until === null || until <= last) continue;
        last = until;
        another = true;
      }
    }
    return last - lock.off_delay_s * 1000;
  }

  /** Until when the agenda has a relay open that it opens before `last`; null when it does not, or could not. */
  private opensUntil(pin: number, last: number): number | null {
    const relay = this.relays.get(pin);
    if (!relay?.next || relay.next.from > last + SEAM_MS || !relay.mapped || this.barred(pin)) return null;
    const { from, secs } = relay.next;
    const goesOn = relay.on && relay.limite + SEAM_MS >= from;
    const offAt = relay.on ? relay.limite : relay.apagado_al;
    if (!goesOn && from - offAt < relay.min_off_s * 1000) return null;
    const excluded = this.interlocks.some(
      (lock) =>
        lock.kind === 'exclusive' &&
        lock.pins.includes(pin) &&
        lock.pins.some((other) => other !== pin && this.encendido(other) && this.limit(other) + SEAM_MS >= from),
    );
    return excluded ? null : Math.min(from + secs * 1000, (goesOn ? relay.desde : from) + relay.max_s * 1000);
  }

  /** The last valve of a running pump stays open until the next one does, and a pump stays on until its next run. */
  private awaitsNext({ pin, desde, max_s, limite, closing }: RelayEstado, now: number): boolean {
    if (now >= desde + max_s * 1000 || this.barred(pin) || closing) return false;
    const goesOn = (another: number): boolean => (this.opensUntil(another, limite) ?? 0) > now;
    return this.interlocks.some((lock) => {
      if (lock.kind !== 'requires' || !this.encendido(lock.pin)) return false;
      if (lock.pin === pin && goesOn(pin)) return true;
      return lock.any.includes(pin) && this.opened(lock).length < 2 && lock.any.some((v) => v !== pin && goesOn(v));
    });
  }

  private opened(lock: Requirement): RelayEstado[] {
    return lock.any.map((pin) => this.relays.get(pin)).filter((relay): relay is RelayEstado => relay?.on === true);
  }

  private restPumps(valve: number, now: number): { cambio: boolean; hasta: number } {
    let cambio = false;
    let hasta = now;
    for (const lock of this.interlocks) {
      if (lock.kind !== 'requires' || !lock.any.includes(valve)) continue;
      if (this.opened(lock).some(({ pin }) => pin !== valve)) continue;
      const pump = this.relays.get(lock.pin);
      if (pump?.on) {
        cambio = this.stop(pump, 'interlock', now) || cambio;
        if (pump.on) pump.limite = now;
      }
      const desde = pump?.on ? now : (pump?.apagado_al ?? -Infinity);
      hasta = Math.max(hasta, desde + lock.off_delay_s * 1000);
    }
    return { cambio, hasta };
  }

  private applyInterlocks(now: number): boolean {
    let cambio = false;
    for (let another = true; another; cambio ||= another) {
      another = false;
      for (const lock of this.interlocks) another = this.apply(lock, now) || another;
    }
    return cambio;
  }

  private apply(lock: InterlockMessage, now: number): boolean {
    if (lock.kind === 'requires') {
      const pump = this.relays.get(lock.pin);
      return pump?.on === true && now >= this.closure(lock) && this.stop(pump, 'interlock', now);
    }
    const juntos = [...this.relays.values()].filter(({ pin, on }) => on && lock.pins.includes(pin));
    if (juntos.length < 2) return false;
    return juntos.map((relay) => this.stop(relay, 'interlock', now)).some(Boolean);
  }

  private stop(relay: RelayEstado, cause: OffCause, now: number): boolean {
    if (relay.on) relay.cause = cause;
    return this.mover(relay, false, now);
  }

  /** A contact that stuck over a restart is on, and goes off as soon as it moves. */
  private attached(relay: Relay): RelayEstado {
    this.wear.attach(relay.pin);
    return { ...apagado(relay), on: this.wires.get(relay.pin) ?? false };
  }

  private mover(relay: RelayEstado, on: boolean, now: number): boolean {
    relay.follows = relay.on === on || !this.stuckPins.has(relay.pin);
    if (relay.on === on || !relay.follows) return false;
    relay.on = on;
    this.wires.set(relay.pin, on);
    this.wear.moved(relay.pin, on, now);
    relay[on ? 'encendido_al' : 'apagado_al'] = now;
    if (on) relay.cause = 'order';
    return true;
  }
}
