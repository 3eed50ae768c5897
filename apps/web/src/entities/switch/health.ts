import type { SwitchEnVivo } from '@acequia/contracts';
import { ageOf } from '../../lib/format/format.js';
import { OLD_MS } from '../../lib/time/freshness.js';
import { texts } from './textos.js';
import { olderTs } from './value-times.js';

const t = texts.health;

type Parts = Pick<SwitchEnVivo, 'placa_online' | 'placa_ts' | 'estado_ts' | 'tiene_sensor'> &
  Parameters<typeof olderTs>[0];

/**
 * The fault between a switch and this screen, null when there is none. The board's link, its data and its sensor can each fail alone.
 * @param withSensor whether the sensor is shown there
 */
export function healthOf(sw: Parts, now: number, withSensor: boolean): string | null {
  const old = (ts: number): boolean => now - ts > OLD_MS;
  if (sw.placa_online === 0) return sw.placa_ts === null ? t.away : t.awaySince(ageOf(sw.placa_ts, now));
  if (sw.estado_ts === null) return t.noState;
  if (old(sw.estado_ts)) return t.oldState(ageOf(sw.estado_ts, now));
  if (!withSensor || sw.tiene_sensor === 0) return null;
  const sensor_ts = olderTs(sw);
  if (sensor_ts === null) return sw.sensor_ts === null ? t.noReading : t.silent;
  return old(sensor_ts) ? t.oldReading(ageOf(sensor_ts, now)) : null;
}
