import type { ConfigMessage, PointMessage } from '@acequia/board-protocol';
import { ADC_PINS, DePlaca, pinExists, readsDht, wiresOf } from '@acequia/contracts';

/** What a board's points are wired to. */
export interface PointWires {
  /** Pulses at a pin since the board was made; never falls. */
  pulses(pin: number, now: number): number;
  /** Volts at a pin; null = no valid answer. */
  volts(pin: number, now: number): number | null;
  /** What a sensor on a slow wire says (°C, %, bar, volts, a register); null = no valid answer. */
  says?(point: PointMessage, now: number): number | null;
}

/** Millionths of the counter's unit: its total, one pulse, and where a restart makes the total go on from 0. */
export interface Counter {
  total: number;
  step: number;
  wrap: number;
}

const MILLION = 1_000_000;
/** Where the firmware's record of a counter goes on from 0. */
const WRAP = 2 ** 31;
const LARGEST = 2 ** 31 - 1;
/** The flash that the program runs from, and the LED of our firmware. */
const NEVER = new Set([2, 6, 7, 8, 9, 10, 11]);
/** Values of one sample, as a record of the firmware has room for. */
const ROOM = 32;

interface State {
  point: PointMessage;
  unfit: boolean;
  /** Of a counter, millionths. */
  total: number;
  counted: number;
  readAt: number | null;
}

/** The twin of the firmware's points (esp32/core/src/points.cpp). */
export class VirtualPoints {
  private states: State[] = [];
  private next = 0;

  /** @param kept the last value of each point in flash, in units of its last decimal */
  constructor(
    private readonly wires: PointWires,
    private readonly kept: Map<number, number>,
  ) {}

  /** `taken`: pins of relays and sensors. */
  configure(points: ConfigMessage['points'], taken: ReadonlySet<number>, now: number): void {
    const used: PointMessage[] = [];
    this.states = (points ?? []).map((point) => {
      const known = this.states.find((one) => one.point.n === point.n);
      const unfit = !fits(point, taken) || used.some((other) => disturbs(other, point));
      if (!unfit) used.push(point);
      const sameWire =
        known?.point.pin === point.pin &&
        known?.point.kind === point.kind &&
        known?.point.ms === point.ms &&
        !known.unfit;
      const counts = !unfit && isCounter(point);
      return {
        point,
        unfit,
        total: known?.total ?? (this.kept.get(point.n) ?? 0) * unitOf(point),
        counted: sameWire ? known.counted : counts ? this.wires.pulses(point.pin, now) : 0,
        readAt: known?.readAt ?? null,
      };
    });
    this.next = 0;
  }

  /** Counts what came since the last call. */
  tick(now: number): void {
    for (const state of this.states) {
      if (state.unfit || !isCounter(state.point)) continue;
      const pulses = this.wires.pulses(state.point.pin, now);
      state.total += (pulses - state.counted) * millionths(state.point.a);
      state.counted = pulses;
    }
  }

  /** A counter at this moment; null = point `n` is none that can be read here. */
  counter(n: number): Counter | null {
    const state = this.states.find(({ point }) => point.n === n);
    if (!state || state.unfit || state.point.kind !== 'pulsos') return null;
    return { total: state.total, step: millionths(state.point.a), wrap: WRAP * unitOf(state.point) };
  }

  /** The last value that point `n` would tell; null = it has none now. */
  value(n: number, now: number): number | null {
    const state = this.states.find(({ point }) => point.n === n);
    const told = state ? this.valueOf(state, now) : null;
    return state && told !== null ? told / 10 ** state.point.dec : null;
  }

  /** The values that are due, or `all`, by number, as many as fit; `more`: some did not. */
  sample(now: number, all: boolean): { values: Record<string, number | null>; more: boolean } {
    this.tick(now);
    if (all) for (const state of this.states) state.readAt = null;
    const values: Record<string, number | null> = {};
    for (let tried = 0; tried < this.states.length; tried++) {
      const state = this.states[this.next]!;
      const due = state.readAt === null || now - state.readAt >= state.point.every_s * 900;
      if (due && Object.keys(values).length === ROOM) return { values, more: true };
      this.next = (this.next + 1) % this.states.length;
      if (!due) continue;
      state.readAt = now;
      const told = this.valueOf(state, now);
      if (told !== null) this.kept.set(state.point.n, told);
      values[String(state.point.n)] = told === null ? null : told / 10 ** state.point.dec;
    }
    return { values, more: false };
  }

  /** What the sensor says, millionths; a voltage at a pin is read in millivolts. */
  private read(point: PointMessage, now: number): number | null {
    const isVoltage = point.kind === 'adc' && point.pin !== undefined;
    const said = isVoltage ? this.wires.volts(point.pin!, now) : (this.wires.says?.(point, now) ?? null);
    if (said === null) return null;
    return isVoltage ? Math.round(said * 1_000) * 1_000 : millionths(said);
  }

  private valueOf({ point, unfit, total }: State, now: number): number | null {
    if (unfit) return null;
    if (isCounter(point)) return Math.trunc(total / unitOf(point)) % WRAP;
    const said = this.read(point, now);
    if (said === null) return null;
    // Beyond 2^53 where a register is large: as the firmware, whole.
    const product = (BigInt(millionths(point.a)) * BigInt(said)) / BigInt(MILLION);
    const scaled = Math.trunc((Number(product) + millionths(point.b)) / unitOf(point));
    return Math.abs(scaled) > LARGEST ? null : scaled;
  }
}

const isCounter = (point: PointMessage): point is PointMessage & { pin: number } => point.kind === 'pulsos';

const millionths = (value: number): number => Math.round(value * MILLION);
const unitOf = ({ dec }: PointMessage): number => MILLION / 10 ** dec;

/** The source that a message names; null = the firmware does not understand it. */
const sourceOf = ({ kind: driver, ...point }: PointMessage): DePlaca | null =>
  DePlaca.safeParse({ tipo: 'placa', driver, ...point }).data ?? null;

const fits = (point: PointMessage, taken: ReadonlySet<number>): boolean => {
  const source = sourceOf(point);
  if (!source || wiresOf(source).pins.some((pin) => !pinExists(pin) || NEVER.has(pin) || taken.has(pin))) return false;
  if (source.driver === 'pulsos') return point.a > 0;
  if (source.driver === 'adc') return ADC_PINS.has(source.pin);
  return source.driver !== 'ds18b20' || readsDht(source.pin);
};

/** They want one pin for different buses. */
const disturbs = (one: PointMessage, other: PointMessage): boolean => {
  const [first, second] = [sourceOf(one), sourceOf(other)].map((source) => source && wiresOf(source));
  return !!first && !!second && first.bus !== second.bus && first.pins.some((pin) => second.pins.includes(pin));
};
