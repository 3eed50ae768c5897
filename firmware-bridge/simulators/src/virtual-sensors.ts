import type { ConfigMessage, TelemetrySample } from '@acequia/board-protocol';
import type { TipoSwitch } from '@acequia/contracts';
import type { BoardSpec } from './board-spec.js';
import { type Clima, climateAt } from './climate.js';
import { isScheduledOn } from './irrigation.js';
import type { Heard } from './virtual-rules.js';
import type { Offset } from './zone.js';

/** A board reports its state at least this often, ms, and at once when a pin changes. */
export const SAMPLE_MS = 10_000;
/** Values that found no room in a sample follow after this, ms. */
export const MORE_VALUES_MS = 1_000;
/** Resolution of the samples generated for the time offline, ms. */
export const PASO_HISTORIAL_MS = 300_000;
/** Time constant of a relay's effect on the climate (about two thirds), ms. */
const INERTIA_MS = 600_000;

/** The climate of a board's place at a pin's sensor; null = the sensor is silent. */
export type Measure = (pin: number, now: number) => Clima | null;

type Relays = Iterable<{ tipo: TipoSwitch; on: boolean }>;

/** The sensors of a simulated board: what each reads, and how the board's relays change it. */
export class VirtualSensors {
  /** The last value of each pin. */
  readonly heard = new Map<number, Heard>();
  private wired: { pin: number; every_ms: number; readAt: number }[];
  private readonly effect = new Map<TipoSwitch, number>();
  private effectAt: number;

  constructor(
    private readonly spec: BoardSpec,
    private readonly seed: number,
    private readonly offset: Offset,
    boot: number,
    private readonly measure: Measure | undefined,
  ) {
    this.wired = spec.sensors.map((pin) => ({ pin, every_ms: SAMPLE_MS, readAt: 0 }));
    this.effectAt = boot;
  }

  configure(sensors: ConfigMessage['sensors']): void {
    this.wired = sensors.map(({ pin, every_s }) => ({ pin, every_ms: every_s * 1_000, readAt: 0 }));
  }

  /** Reads the sensors that are due. */
  read(now: number, relays: Relays): Map<number, Clima | null> {
    advance(this.effect, relays, Math.max(0, now - this.effectAt));
    this.effectAt = now;
    const due = this.wired.filter((sensor) => now - sensor.readAt >= sensor.every_ms * 0.9);
    const readings = new Map<number, Clima | null>();
    for (const sensor of due) {
      const { pin, every_ms } = sensor;
      sensor.readAt = now;
      const reading = this.measure ? this.measure(pin, now) : this.climateAt(pin, now, this.effect);
      readings.set(pin, reading);
      if (reading) this.heard.set(pin, { ...reading, at: now, every_ms });
    }
    return readings;
  }

  /** Samples from `desde` (excluded) to `hasta`, in steps of five minutes; the current state does not change. */
  *historial(desde: number, hasta: number): Generator<TelemetrySample> {
    const { relays: wires, place, sensors } = this.spec;
    const effect = new Map<TipoSwitch, number>();
    const primero = Math.floor(desde / PASO_HISTORIAL_MS) * PASO_HISTORIAL_MS + PASO_HISTORIAL_MS;
    for (let ts = primero; ts <= hasta; ts += PASO_HISTORIAL_MS) {
      const relays = wires.map(({ pin, tipo }) => {
        return { pin, tipo, on: isScheduledOn(tipo, place, this.seed + pin, ts, this.offset(ts)) };
      });
      advance(effect, relays, PASO_HISTORIAL_MS);
      const pines = new Map(relays.map(({ pin, on }) => [pin, on]));
      yield compose(ts, pines, new Map(sensors.map((pin) => [pin, this.climateAt(pin, ts, effect)])));
    }
  }

  private climateAt(pin: number, ts: number, effect: ReadonlyMap<TipoSwitch, number>): Clima {
    return climateAt(this.spec.place, this.seed + pin * 97, ts, this.offset(ts), effect);
  }
}

/** Moves each relay type's effect towards its current state. */
const advance = (effect: Map<TipoSwitch, number>, relays: Relays, ms: number): void => {
  const paso = 1 - Math.exp(-ms / INERTIA_MS);
  const meta = new Map<TipoSwitch, number>();
  for (const { tipo, on } of relays) meta.set(tipo, Math.max(meta.get(tipo) ?? 0, on ? 1 : 0));
  for (const [tipo, toward] of meta) {
    const previous = effect.get(tipo) ?? 0;
    effect.set(tipo, previous + (toward - previous) * paso);
  }
};

/** `ts` null: the board does not know the time. */
export const compose = (
  ts: number | null,
  pines: ReadonlyMap<number, boolean>,
  lecturas: ReadonlyMap<number, Clima | null>,
  values: Readonly<Record<string, number | null>> = {},
): TelemetrySample => ({
  ...(ts !== null && { ts }),
  pins: Object.fromEntries([...pines].map(([pin, on]) => [String(pin), on ? 1 : 0])),
  ...(lecturas.size > 0 && {
    sensors: Object.fromEntries([...lecturas].map(([pin, clima]) => [String(pin), clima ?? { t: null, h: null }])),
  }),
  ...(Object.keys(values).length > 0 && { values }),
});
