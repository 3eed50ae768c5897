import {
  type EstadoPlaca,
  type Et0Adjustment,
  isOfPronostico,
  isOfPunto,
  type MagnitudClave,
  magnitudOf,
  PRONOSTICO_HORAS,
  type SkipCondition,
} from '@acequia/contracts';
import { clockOf } from '../expansion/zone-clock.js';
import { coldestOf, FUENTE, rainOf, type Sky, windiestOf } from '../forecast/sky.js';
import type { Motivo } from '../storage/motivo.js';

/** A sensor's latest values. */
export type LecturaSensor = Omit<EstadoPlaca['sensores'][number], 'pin'>;

/** An older value decides nothing, ms: the turn runs as planned. */
export const OLD_SENSOR_MS = 900_000;

/** What a point tells. */
export interface PointReading {
  nombre: string;
  magnitud: MagnitudClave;
  /** In the unit of its magnitud; null = unknown, or too old to decide anything. */
  value: number | null;
}

export interface Decision {
  /** Of the planned seconds; 0 = skipped. */
  percentage: number;
  motivo: Motivo;
}

/** What a condition is asked of. null = unknown. */
export interface Sources {
  sensor: (switch_id: number) => { nombre: string; lectura: LecturaSensor | null };
  point: (condition: SkipCondition) => PointReading | null;
  /** Absent or null = no forecast. */
  sky?: { sky: Sky; zona: string } | null;
}

/** The value that a condition is about, when it holds. */
type Fired = Pick<Extract<Motivo, { codigo: 'medido' }>, 'magnitud' | 'valor' | 'nombre' | 'horas'>;

const byPoint = ({ tipo, valor, horas }: SkipCondition, point: PointReading | null): Fired | null => {
  if (!point || point.value === null) return null;
  if (tipo === 'punto_mayor' ? point.value < valor : point.value > valor) return null;
  const { magnitud } = point;
  const { nombre, decimales } = magnitudOf(magnitud);
  const found = { magnitud, valor: Number(point.value.toFixed(decimales)), nombre: point.nombre || nombre };
  return horas === undefined ? found : { ...found, horas };
};

const bySensor = (condition: SkipCondition, { sensor }: Sources, now: number): Fired | null => {
  const { nombre, lectura } = sensor(condition.switch_id ?? 0);
  const valor = lectura && past(condition, lectura, now);
  return valor === null ? null : { magnitud: sensedBy(condition), valor, nombre };
};

const sensedBy = ({ tipo }: SkipCondition): 'humedad' | 'temperatura' =>
  tipo.startsWith('humedad') ? 'humedad' : 'temperatura';

const past = (condition: SkipCondition, lectura: LecturaSensor, now: number): number | null => {
  const { tipo, valor } = condition;
  const which = sensedBy(condition);
  const value = lectura[which];
  if (value === null || now - (lectura[`${which}_ts`] ?? lectura.ts) > OLD_SENSOR_MS) return null;
  const isPast = tipo.endsWith('mayor') ? value > valor : tipo === 'helada' ? value <= valor : value < valor;
  return isPast ? value : null;
};

/** A night ends at this time of the day, min. */
const MORNING_MIN = 9 * 60;
const DAY_MS = 86_400_000;

/** What a forecast says of a condition: mm, °C or, of a whole day, km/h; null = it does not say. */
export const skyValue = (
  { tipo, horas = PRONOSTICO_HORAS.usual }: SkipCondition,
  sky: Sky,
  zona: string,
  now: number,
): number | null => {
  if (tipo === 'pronostico_lluvia') return rainOf(sky, now, horas);
  if (tipo === 'pronostico_viento') return windiestOf(sky, now, now + DAY_MS);
  const clock = clockOf(zona);
  const morning = clock.instant(clock.dayAt(now), MORNING_MIN);
  return coldestOf(sky, now, morning > now ? morning : clock.instant(clock.dayAt(now) + 1, MORNING_MIN));
};

/** Wind delays a turn, and decides nothing here. */
const bySky = (condition: SkipCondition, { sky }: Sources, porcentaje: number, now: number): Motivo | null => {
  const { tipo, valor, horas = PRONOSTICO_HORAS.usual } = condition;
  if (!sky || tipo === 'pronostico_viento') return null;
  const value = skyValue(condition, sky.sky, sky.zona, now);
  if (value === null || (tipo === 'pronostico_lluvia' ? value < valor : value > valor)) return null;
  const told = { codigo: 'pronostico', porcentaje, valor: Number(value.toFixed(1)), fuente: FUENTE } as const;
  return tipo === 'pronostico_lluvia' ? { ...told, que: 'lluvia', horas } : { ...told, que: 'helada' };
};

const byMeasured = (condition: SkipCondition, sources: Sources, porcentaje: number, now: number): Motivo | null => {
  const fired = isOfPunto(condition.tipo)
    ? byPoint(condition, sources.point(condition))
    : bySensor(condition, sources, now);
  const codigo = condition.tipo === 'helada' ? 'helada' : 'medido';
  return fired && { codigo, porcentaje, ...fired };
};

/** Decision of a program's conditions on a turn that is about to start; null = as planned. The strictest wins. */
export const decide = (conditions: readonly SkipCondition[], sources: Sources, now: number): Decision | null => {
  let decision: Decision | null = null;
  for (const condition of conditions) {
    const porcentaje = condition.reducir_a ?? 0;
    const by = isOfPronostico(condition.tipo) ? bySky : byMeasured;
    const motivo = by(condition, sources, porcentaje, now);
    if (motivo && (!decision || decision.percentage > porcentaje)) decision = { percentage: porcentaje, motivo };
  }
  return decision;
};

/** Decision of the ET0 adjustment on a turn that is about to start; null = as planned. `mm`: yesterday's; null = unknown. */
export const adjust = ({ et0_mm, referencia_mm, minimo }: Et0Adjustment, mm: number | null): Decision | null => {
  const et0 = et0_mm ?? mm;
  if (et0 === null) return null;
  const percentage = Math.max(minimo, Math.round((et0 / referencia_mm) * 100));
  if (percentage >= 100) return null;
  const codigo = et0_mm === undefined ? 'et0_de_ayer' : 'et0_indicada';
  return { percentage, motivo: { codigo, porcentaje: percentage, mm: et0 } };
};

/** The stricter of two decisions. */
export const stricter = (a: Decision | null, b: Decision | null): Decision | null =>
  a === null || (b !== null && b.percentage < a.percentage) ? b : a;
