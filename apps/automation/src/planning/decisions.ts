import {
  type EstadoPlaca,
  type Et0Adjustment,
  isOfPunto,
  type MagnitudClave,
  magnitudOf,
  motivoBySensor,
  type SkipCondition,
} from '@acequia/contracts';
import { QUANTITIES, texts } from '../calculation/textos.js';

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
  motivo: string;
}

const doneText = (percentage: number): string => (percentage === 0 ? texts.skipped : texts.reduced(percentage));

/** What a condition is asked of. null = unknown. */
export interface Sources {
  sensor: (switch_id: number) => { nombre: string; lectura: LecturaSensor | null };
  point: (condition: SkipCondition) => PointReading | null;
}

/** The value that a condition is about, when it holds. */
interface Fired {
  quantity: string;
  value: number;
  unit: string;
  nombre: string;
}

const byPoint = ({ tipo, valor, horas }: SkipCondition, point: PointReading | null): Fired | null => {
  if (!point || point.value === null) return null;
  if (tipo === 'punto_mayor' ? point.value < valor : point.value > valor) return null;
  const { nombre, unidad, decimales } = magnitudOf(point.magnitud);
  const quantity = texts.quantityOver(nombre, horas);
  return { quantity, value: Number(point.value.toFixed(decimales)), unit: unidad, nombre: point.nombre || nombre };
};

const bySensor = (condition: SkipCondition, { sensor }: Sources, now: number): Fired | null => {
  const { nombre, lectura } = sensor(condition.switch_id ?? 0);
  const value = lectura && past(condition, lectura, now);
  if (value === null) return null;
  const unit = condition.tipo.startsWith('humedad') ? '%' : '°C';
  return { quantity: QUANTITIES[condition.tipo as keyof typeof QUANTITIES], value, unit, nombre };
};

const past = ({ tipo, valor }: SkipCondition, lectura: LecturaSensor, now: number): number | null => {
  const which = tipo.startsWith('humedad') ? 'humedad' : 'temperatura';
  const value = lectura[which];
  if (value === null || now - (lectura[`${which}_ts`] ?? lectura.ts) > OLD_SENSOR_MS) return null;
  const isPast = tipo.endsWith('mayor') ? value > valor : tipo === 'helada' ? value <= valor : value < valor;
  return isPast ? value : null;
};

/** Decision of a program's conditions on a turn that is about to start; null = as planned. The strictest wins. */
export const decide = (conditions: readonly SkipCondition[], sources: Sources, now: number): Decision | null => {
  let decision: Decision | null = null;
  for (const condition of conditions) {
    const fired = isOfPunto(condition.tipo)
      ? byPoint(condition, sources.point(condition))
      : bySensor(condition, sources, now);
    if (!fired) continue;
    const percentage = condition.reducir_a ?? 0;
    if (decision && decision.percentage <= percentage) continue;
    const what = condition.tipo === 'helada' ? texts.frost : doneText(percentage);
    const { quantity, value, unit, nombre } = fired;
    decision = { percentage, motivo: motivoBySensor(what, quantity, value, unit, nombre) };
  }
  return decision;
};

/** Decision of the ET0 adjustment on a turn that is about to start; null = as planned. `mm`: yesterday's; null = unknown. */
export const adjust = ({ et0_mm, referencia_mm, minimo }: Et0Adjustment, mm: number | null): Decision | null => {
  const et0 = et0_mm ?? mm;
  if (et0 === null) return null;
  const percentage = Math.max(minimo, Math.round((et0 / referencia_mm) * 100));
  if (percentage >= 100) return null;
  const source = et0_mm === undefined ? texts.et0OfYesterday : texts.et0Given;
  return { percentage, motivo: texts.byEt0(doneText(percentage), source, et0.toFixed(1)) };
};

/** The stricter of two decisions. */
export const stricter = (a: Decision | null, b: Decision | null): Decision | null =>
  a === null || (b !== null && b.percentage < a.percentage) ? b : a;
