import type { Empresa } from '@acequia/contracts';
import { daysUntil } from '../../../lib/expiry.js';

/** An expiry this many days ahead, or nearer, is shown as near. */
export const SOON_DAYS = 30;
/** A count from this share of its limit on is shown as near the limit. */
const NEAR = 0.9;

/** No limit is stored as null or 0. */
export const isNearLimit = (count: number, limit: number | null): limit is number =>
  limit !== null && limit > 0 && count >= Math.floor(limit * NEAR);

export interface Commercial {
  active: number;
  /** What the plans of active companies cost together; null = none has a cost. */
  cost: number | null;
  /** Active companies that expire soon, and those that have expired. */
  soon: number;
  expired: number;
}

export function commercialOf(empresas: readonly Empresa[], now = new Date()): Commercial {
  const active = empresas.filter(({ activa }) => activa === 1);
  const costs = active.flatMap(({ costo_plan }) => (costo_plan === null ? [] : [costo_plan]));
  const days = active.map((one) => daysUntil(one.fecha_vencimiento.slice(0, 10), one.zona_horaria, now));
  return {
    active: active.length,
    cost: costs.length === 0 ? null : costs.reduce((sum, one) => sum + one, 0),
    soon: days.filter((left) => left >= 0 && left <= SOON_DAYS).length,
    expired: days.filter((left) => left < 0).length,
  };
}
