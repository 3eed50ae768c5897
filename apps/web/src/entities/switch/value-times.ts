import type { SwitchEnVivo } from '@acequia/contracts';

type Values = Pick<SwitchEnVivo, 'temperatura' | 'temperatura_ts' | 'humedad' | 'humedad_ts' | 'sensor_ts'>;

/** The time of the older of the sensor's two values, where they are shown together, ms; null = it gives no value. */
export const olderTs = ({ temperatura, temperatura_ts, humedad, humedad_ts, sensor_ts }: Values): number | null => {
  const times = [temperatura !== null && (temperatura_ts ?? sensor_ts), humedad !== null && (humedad_ts ?? sensor_ts)];
  const known = times.filter((ts) => typeof ts === 'number');
  return known.length === 0 ? null : Math.min(...known);
};
