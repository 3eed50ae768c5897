import { type EstadoPlaca, type Et0Adjustment, motivoBySensor, type SkipCondition } from '@acequia/contracts';
import { QUANTITIES, texts } from '../calculation/textos.js';

/** A sensor's latest values. */
export type LecturaSensor = Omit<EstadoPlaca['sensores'][number], 'pin'>;

/** An older value decides nothing, ms: the turn runs as planned. */
export const OLD_SENSOR_MS = 900_000;

export interface Decision {
  /** Of the planned seconds; 0 = skipped. */
  percentage: number;
  motivo: string;
}

const doneText = (percentage: number): string => (percentage === 0 ? texts.skipped : texts.reduced(percentage));

const fires = ({ tipo, valor }: SkipCondition, lectura: LecturaSensor, now: number): number | null => {
  const which = tipo.startsWith('humedad') ? 'humedad' : 'temperatura';
  const value = lectura[which];
  if (value === null || now - (lectura[`${which}_ts`] ?? lectura.ts) > OLD_SENSOR_MS) return null;
  const past = tipo.endsWith('mayor') ? value > valor : tipo === 'helada' ? value <= valor : value < valor;
  return past ? value : null;
};

/** Decision of a program's conditions on a turn that is about to start; null = as planned. The strictest wins. */
export const decide = (
  conditions: readonly SkipCondition[],
  lecturaDe: (switch_id: number) => { nombre: string; lectura: LecturaSensor | null },
  now: number,
): Decision | null => {
  let decision: Decision | null = null;
  for (const condition of conditions) {
    const { nombre, lectura } = lecturaDe(condition.switch_id);
    const value = lectura && fires(condition, lectura, now);
    if (value === null) continue;
    const percentage = condition.reducir_a ?? 0;
    if (decision && decision.percentage <= percentage) continue;
    const unit = condition.tipo.startsWith('humedad') ? '%' : '°C';
    const what = condition.tipo === 'helada' ? texts.frost : doneText(percentage);
    const motivo = motivoBySensor(what, QUANTITIES[condition.tipo], value, unit, nombre);
    decision = { percentage, motivo };
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
