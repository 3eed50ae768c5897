import { getTimes } from 'suncalc';
import type { Farm } from './types.js';
import { clockOf } from './zone-clock.js';

export interface SunDay {
  /** ms, whole seconds; null where the sun does not rise or set that day. */
  salida: number | null;
  puesta: number | null;
}

const NOON_MIN = 720;
const whole = (date: Date | null): number | null => (date ? Math.round(date.getTime() / 1_000) * 1_000 : null);

/** Sunrise and sunset of a day of the zone; null when the coordinates are unknown. */
export const sunOf = ({ zona, latitud, longitud }: Farm, epochDay: number): SunDay | null => {
  if (latitud === null || longitud === null) return null;
  // Noon of the zone is always within the intended solar day.
  const { sunrise, sunset } = getTimes(new Date(clockOf(zona).instant(epochDay, NOON_MIN)), latitud, longitud);
  return { salida: whole(sunrise), puesta: whole(sunset) };
};
