import type { EnergiaDia } from '@acequia/contracts';
import { isPartial } from './day-notes.js';

/** Energy of a calendar month. */
export interface EnergyMonth {
  /** YYYY-MM */
  mes: string;
  /** Of the days that are known; null = none is. */
  kwh: number | null;
  /** A day is missing, incomplete or still running, or the counter began anew in it. */
  partial: boolean;
}

/** Months shown, the current one included. */
export const MONTHS = 12;

/** First day of the earliest month shown. @param today YYYY-MM-DD */
export function firstDayShown(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10);
}

/** Sums days, in their order, by month. */
export function monthsOf(dias: readonly EnergiaDia[]): EnergyMonth[] {
  const months = new Map<string, EnergyMonth>();
  for (const dia of dias) {
    const { fecha, kwh } = dia;
    const mes = fecha.slice(0, 7);
    const before = months.get(mes);
    months.set(mes, {
      mes,
      kwh: kwh === null ? (before?.kwh ?? null) : (before?.kwh ?? 0) + kwh,
      partial: (before?.partial ?? false) || kwh === null || isPartial(dia),
    });
  }
  return [...months.values()];
}

/** MM/YYYY. */
export const shortMonth = (mes: string): string => `${mes.slice(5, 7)}/${mes.slice(0, 4)}`;
