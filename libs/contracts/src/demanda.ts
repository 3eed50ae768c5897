// Apart from the schemas, so that a browser can load this without zod.

import { type Tarifas, tramosTarifa } from './tarifa-calendario.js';

/** Demand is the mean power over this, as suppliers bill it, ms: a quarter of an hour. */
export const DEMANDA_MS = 900_000;

/** Something that takes power in [desde, hasta), ms. */
export interface Load {
  kw: number;
  desde: number;
  hasta: number;
}

/** A demand, kW, in the quarter of an hour that begins at `inicio`, ms, beyond the one that was contracted for its period. */
export interface DemandBeyond {
  periodo: string;
  inicio: number;
  kw: number;
  limite_kw: number;
}

/**
 * Whose sum is a company's demand: the meters at its supply, which watch no switch. Without one, all of them: each watches its own
 * pump, and none is counted twice.
 */
export const metersOfDemand = <Meter extends { vigila_switch_id: number | null }>(
  meters: readonly Meter[],
): Meter[] => {
  const supply = meters.filter(({ vigila_switch_id }) => vigila_switch_id === null);
  return supply.length > 0 ? supply : [...meters];
};

export const hasDemandLimit = ({ versiones }: Tarifas): boolean =>
  versiones.some(({ periodos }) => periodos.some(({ demanda_kw = 0 }) => demanda_kw > 0));

/** The first ms of each quarter of an hour that [desde, hasta) touches. */
export const quartersOf = ({ desde, hasta }: Pick<Load, 'desde' | 'hasta'>): number[] => {
  const first = Math.floor(desde / DEMANDA_MS) * DEMANDA_MS;
  return Array.from({ length: Math.max(0, Math.ceil((hasta - first) / DEMANDA_MS)) }, (_, i) => first + i * DEMANDA_MS);
};

/** The mean power of each quarter of an hour, kW, by its first ms. */
export const kwByQuarter = (loads: readonly Load[]): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const load of loads)
    for (const quarter of quartersOf(load)) {
      const ms = Math.min(load.hasta, quarter + DEMANDA_MS) - Math.max(load.desde, quarter);
      sums.set(quarter, (sums.get(quarter) ?? 0) + (load.kw * ms) / DEMANDA_MS);
    }
  return sums;
};

/** Of each period whose limit `own` together with `others` would pass, the quarter that passes it most, in the order of time. */
export const demandBeyond = (
  tarifas: Tarifas,
  zona: string,
  own: readonly Load[],
  others: readonly Load[],
): DemandBeyond[] => {
  const mine = [...new Set(own.flatMap(quartersOf))].sort((a, b) => a - b);
  const [first, last] = [mine[0], mine.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = kwByQuarter([...own, ...others]);
  const tramos = tramosTarifa(tarifas, zona, first, last + DEMANDA_MS);
  const worst = new Map<string, DemandBeyond>();
  let place = 0;
  for (const inicio of mine) {
    while (place < tramos.length - 1 && (tramos[place]?.hasta ?? 0) <= inicio) place += 1;
    const { periodo = null, demanda_kw: limite_kw = 0 } = tramos[place] ?? {};
    const kw = Math.round((sums.get(inicio) ?? 0) * 10) / 10;
    if (periodo === null || limite_kw === 0 || kw <= limite_kw) continue;
    const before = worst.get(periodo);
    if (!before || kw - limite_kw > before.kw - before.limite_kw)
      worst.set(periodo, { periodo, inicio, kw, limite_kw });
  }
  return [...worst.values()].sort((a, b) => a.inicio - b.inicio);
};
