import type { SwitchEnVivo } from '@acequia/contracts';
import { OLD_MS } from '../../../lib/time/freshness.js';

/** A sensor's values at one instant (ms): °C and % relative humidity. */
export interface Measurement {
  ts: number;
  temperatura: number | null;
  humedad: number | null;
}

/** The last values of a switch's sensor; null when it never reported. One that is much older than the other is no part of it. */
export const liveMeasurement = (sw: SwitchEnVivo | undefined): Measurement | null => {
  const ts = sw?.sensor_ts ?? null;
  if (!sw || ts === null) return null;
  const valueNow = (which: 'temperatura' | 'humedad') => (ts - (sw[`${which}_ts`] ?? ts) > OLD_MS ? null : sw[which]);
  return { ts, temperatura: valueNow('temperatura'), humedad: valueNow('humedad') };
};
