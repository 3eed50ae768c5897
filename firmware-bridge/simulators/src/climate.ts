import type { TipoSwitch } from '@acequia/contracts';
import { random, ripple } from './random.js';

/** Surroundings of a board. */
export const PLACES = ['greenhouse', 'campo', 'nave', 'cold_store'] as const;
export type Place = (typeof PLACES)[number];

interface Curve {
  /** °C: mean of a day, and half the difference between the coldest and the warmest hour. */
  media: number;
  amplitude: number;
  /** % at the mean temperature, and the drop in % for each °C above it. */
  humedad: number;
  downtime: number;
}

const CURVES: Readonly<Record<Place, Curve>> = {
  // Glass: cool nights, hot early afternoons, humid because of the plants.
  greenhouse: { media: 23, amplitude: 8.5, humedad: 74, downtime: 2.6 },
  campo: { media: 20, amplitude: 7.5, humedad: 58, downtime: 2.8 },
  // Livestock warm their barn: nights stay mild, and the swing is small.
  nave: { media: 23.5, amplitude: 3.5, humedad: 66, downtime: 1.8 },
  cold_store: { media: 4, amplitude: 0.5, humedad: 88, downtime: 1.5 },
};

/** How a relay that stays on changes its place: °C and % relative humidity. */
const EFFECTS: Readonly<Record<TipoSwitch, { t: number; h: number }>> = {
  selenoide: { t: -0.4, h: 5 },
  difusor: { t: -2.2, h: 11 },
  turbina: { t: -1.4, h: -4 },
  motor: { t: 0, h: 0 },
  cooler: { t: -2.6, h: 2 },
  otro: { t: 0.2, h: 0 },
};

const HORA_MS = 3_600_000;
const MINIMUM = { t: -20, h: 12 };
const MAXIMUM = { t: 55, h: 99 };

/** Local hour of the day, 0–24. `offset_h` is the place's distance from UTC. */
export const localHour = (ts: number, offset_h: number): number => (((ts / HORA_MS + offset_h) % 24) + 24) % 24;

/** −1 in the coldest hour (about 6), 1 in the warmest (about 15): temperature rises faster in the morning than it falls at night. */
const forma = (hora: number): number => {
  const earliestSince = (hora - 6 + 24) % 24;
  return earliestSince <= 9 ? -Math.cos((earliestSince / 9) * Math.PI) : Math.cos(((earliestSince - 9) / 15) * Math.PI);
};

export interface Clima {
  /** °C, one decimal. */
  t: number;
  /** % relative humidity, one decimal. */
  h: number;
}

const decimal = (value: number, { t: min }: { t: number }, { t: max }: { t: number }): number =>
  Math.round(Math.min(max, Math.max(min, value)) * 10) / 10;

/**
 * Temperature and humidity at a sensor: the day's curve of the place, weather that changes from day to day, a slow ripple, and
 * the effect of the relays. `effect` gives for each relay type the share of its effect reached, 0–1.
 */
export const climateAt = (
  place: Place,
  seed: number,
  ts: number,
  offset_h: number,
  effect: ReadonlyMap<TipoSwitch, number> = new Map(),
): Clima => {
  const curve = CURVES[place];
  const dia = ripple(seed, ts, 24 * HORA_MS);
  const wave = ripple(seed + 1, ts, HORA_MS / 2);
  const sensor = random(seed, 7) - 0.5;
  const deviation = curve.amplitude * (1 + 0.15 * dia) * forma(localHour(ts, offset_h)) + curve.amplitude * 0.2 * dia;
  let t = curve.media + deviation + wave * 0.25 + sensor;
  let h = curve.humedad - deviation * curve.downtime + wave * 1.2 - sensor * 3;
  for (const [tipo, parte] of effect) {
    t += EFFECTS[tipo].t * parte;
    h += EFFECTS[tipo].h * parte;
  }
  return { t: decimal(t, MINIMUM, MAXIMUM), h: decimal(h, { t: MINIMUM.h }, { t: MAXIMUM.h }) };
};
