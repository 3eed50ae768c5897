import type { EmpresaConsumption } from '@acequia/contracts';

/** Readings since midnight UTC, and how many a day are taken at full speed. */
export interface Share {
  today: number;
  limit: number;
}

export const shareOf = (used: EmpresaConsumption | null | undefined): Share | null =>
  used ? { today: used.hoy, limit: used.hoy_max } : null;
