import type { SwitchEnVivo } from '@acequia/contracts';
import { edad } from '../../lib/format/format.js';
import { VIEJO_MS } from '../../lib/time/freshness.js';

type Partes = Pick<SwitchEnVivo, 'placa_online' | 'placa_ts' | 'estado_ts' | 'sensor_ts' | 'tiene_sensor'>;

/**
 * What is wrong on the way from a switch to this screen, null when nothing is: the board's link, its data and its sensor are three
 * things, each of which fails alone. @param conSensor whether the sensor is shown there
 */
export function saludDe(sw: Partes, now: number, conSensor: boolean): string | null {
  const viejo = (ts: number): boolean => now - ts > VIEJO_MS;
  if (sw.placa_online === 0)
    return sw.placa_ts === null ? 'Placa sin conexión' : `Placa sin conexión, última señal ${edad(sw.placa_ts, now)}`;
  if (sw.estado_ts === null) return 'Placa en línea, este switch aún sin datos';
  if (viejo(sw.estado_ts)) return `Placa en línea, sin datos ${edad(sw.estado_ts, now)}`;
  if (!conSensor || sw.tiene_sensor === 0) return null;
  if (sw.sensor_ts === null) return 'Placa en línea, sensor aún sin datos';
  return viejo(sw.sensor_ts) ? `Placa en línea, sensor sin datos ${edad(sw.sensor_ts, now)}` : null;
}
