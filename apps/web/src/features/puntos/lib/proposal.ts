import { type MagnitudClave, MAGNITUDES } from '@acequia/contracts';
import type { Values } from './form-values.js';

type Name = readonly [name: string, magnitud: MagnitudClave, a?: number];

/** How firmwares and codecs name what they measure, and the factor from their unit to ours where it is another. */
const NAMES: readonly Name[] = [
  ['temperature', 'temperatura'],
  ['tc', 'temperatura'],
  ['humidity', 'humedad'],
  ['rh', 'humedad'],
  ['moisture', 'humedad_suelo'],
  ['vwc', 'humedad_suelo'],
  ['water_soil', 'humedad_suelo'],
  ['temp_soil', 'temperatura_suelo'],
  ['soil_temperature', 'temperatura_suelo'],
  // µS/cm.
  ['conduct_soil', 'ce_suelo', 0.001],
  // hPa.
  ['pressure', 'presion', 0.001],
  ['level_percent', 'nivel_porcentaje'],
  ['rain_mm', 'lluvia'],
  ['wind_speed', 'viento_velocidad'],
  ['wind_direction', 'viento_direccion'],
  ['radiation', 'radiacion'],
  ['illuminance', 'luz'],
  ['lux', 'luz'],
  ['carbondioxide', 'co2'],
  ['ammonia', 'nh3'],
  ['batv', 'bateria'],
  ['battery_voltage', 'bateria'],
  ['battery', 'bateria_porcentaje'],
  ['voltage', 'voltaje'],
  ['current', 'corriente'],
  ['power', 'potencia'],
  ['apower', 'potencia'],
  ['energy_total', 'energia'],
  // Wh.
  ['aenergy_total', 'energia', 0.001],
  ['total_act', 'energia', 0.001],
  ['act_energy', 'energia', 0.001],
  ['@bateria', 'bateria_porcentaje'],
  ['@rssi', 'senal'],
  ['@snr', 'senal_ruido'],
];

/** A name of the catalogue says itself. */
const ALL = [...NAMES, ...(Object.keys(MAGNITUDES) as MagnitudClave[]).map((clave): Name => [clave, clave])].sort(
  ([one], [other]) => other.length - one.length,
);

/** What a field probably measures, by the end of its path; nothing where that says nothing. */
export function proposalFor(ruta: string): Partial<Pick<Values, 'magnitud' | 'a'>> {
  const name = ruta.toLowerCase().replace(/[^\p{L}\d@]+/gu, '_');
  // Several of one kind are numbered.
  const names = [name, name.replace(/_?\d+$/, '')];
  const found = ALL.find(([word]) => names.some((one) => one === word || one.endsWith(`_${word}`)));
  if (!found) return {};
  const [, magnitud, a = 1] = found;
  return { magnitud, a };
}
