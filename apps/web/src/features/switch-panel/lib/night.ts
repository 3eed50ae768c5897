import type { Banda, SerieSensores } from '@acequia/contracts';
import { dayOf } from '../../../lib/format/format.js';
import { instant } from '../../../lib/time/ticks.js';
import type { Span } from './window.js';

const HOUR = 3_600_000;

/** Last night, from 20:00 to 08:00 of today in the zone; until 08:00 only the part that has passed. */
export function lastNight(now: number, timeZone: string): Span {
  const midnight = Date.parse(`${dayOf(now, timeZone)}T00:00:00Z`);
  return {
    desde: instant(midnight - 4 * HOUR, timeZone),
    hasta: Math.min(now, instant(midnight + 8 * HOUR, timeZone)),
  };
}

export interface Extreme {
  value: number;
  /** ms. */
  ts: number;
}

export interface Extremes {
  min: Extreme;
  max: Extreme;
}

/** Minimum and maximum of a quantity, with their times; null where there is no data. */
export function extremesOf(
  serie: Pick<SerieSensores, 'ts' | 'paso_s'>,
  { min, max }: Pick<Banda, 'min' | 'max'>,
): Extremes | null {
  const middle = (serie.paso_s ?? 0) * 500;
  const best = (values: readonly (number | null)[], better: (one: number, other: number) => boolean) =>
    values.reduce<Extreme | null>(
      (found, value, i) =>
        value === null || (found && !better(value, found.value)) ? found : { value, ts: serie.ts[i]! + middle },
      null,
    );
  const [least, most] = [best(min, (a, b) => a < b), best(max, (a, b) => a > b)];
  return least && most ? { min: least, max: most } : null;
}
