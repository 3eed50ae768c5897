import { type MagnitudClave, magnitudOf } from '@acequia/contracts';
import { widened } from '../../../lib/least-span.js';
import type { Window } from './day-window.js';

export interface SensorLine {
  /** SVG path in a box of 1000 × 100, with gaps where data is missing. */
  path: string;
  least: number;
  most: number;
  /** Values at the lower and upper end of the line's room. */
  min: number;
  max: number;
}

const WIDTH = 1_000;
const HEIGHT = 100;
/** Margin above and below the line. */
const PAD = 8;

const one = (value: number): number => Math.round(value * 10) / 10;

/** The line of a sensor value on a day's time axis; null when the window has no values. `ts` in ms. */
export const sensorLine = (
  ts: readonly number[],
  values: readonly (number | null)[],
  { from, to }: Window,
  magnitud: MagnitudClave,
): SensorLine | null => {
  const known = values.filter((value, n) => value !== null && ts[n]! >= from && ts[n]! <= to) as number[];
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const { min, max } = widened({ min: least, max: most }, magnitudOf(magnitud).eje);
  let drawing = false;
  let path = '';
  values.forEach((value, n) => {
    const at = ts[n]!;
    if (value === null || at < from || at > to) {
      drawing = false;
      return;
    }
    const x = one(((at - from) / (to - from)) * WIDTH);
    const y = one(HEIGHT - PAD - ((value - min) / (max - min)) * (HEIGHT - 2 * PAD));
    path += `${drawing ? 'L' : 'M'}${x} ${y}`;
    // Draw a single point as a dot.
    if (!drawing && (values[n + 1] ?? null) === null) path += 'h0.1';
    drawing = true;
  });
  return { path, least, most, min, max };
};
