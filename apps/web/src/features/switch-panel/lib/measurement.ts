import type { SwitchEnVivo } from '@acequia/contracts';

/** What a sensor said at an instant (ms): °C and % relative humidity. */
export interface Measurement {
  ts: number;
  temperatura: number | null;
  humedad: number | null;
}

/** What a switch's sensor said last. */
export const liveMeasurement = (sw: SwitchEnVivo | undefined): Measurement | null =>
  sw && sw.sensor_ts !== null ? { ts: sw.sensor_ts, temperatura: sw.temperatura, humedad: sw.humedad } : null;
