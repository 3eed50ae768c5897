import type { SwitchEnVivo } from '@acequia/contracts';

/** A sensor's values at one instant (ms): °C and % relative humidity. */
export interface Measurement {
  ts: number;
  temperatura: number | null;
  humedad: number | null;
}

/** The last values of a switch's sensor; null when it never reported. */
export const liveMeasurement = (sw: SwitchEnVivo | undefined): Measurement | null =>
  sw && sw.sensor_ts !== null ? { ts: sw.sensor_ts, temperatura: sw.temperatura, humedad: sw.humedad } : null;
