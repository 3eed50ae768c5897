import { DEMANDA_MS, isCentinela, type Metricas, metersOfDemand } from '@acequia/contracts';

/** A meter that was silent for longer tells nothing of the time between, ms. */
const SILENT_MS = 10 * 60_000;

/** What a meter has told of the running quarter of an hour; from `from` on. Times in ms. */
export interface Demand {
  quarter: number;
  from: number;
  ts: number;
  watts: number;
  /** W × ms from `from` to `ts`. */
  taken: number;
}

interface Meter {
  tipo: string;
  activo: 0 | 1;
  suspendido: 0 | 1;
  vigila_switch_id: number | null;
  demand: Demand | null;
}

/** The power of a meter, W; null = it does not tell. */
export const power = ({ total_act_power, potencia_activa }: Metricas): number | null =>
  total_act_power ?? potencia_activa ?? null;

/** After a reading of `watts` at `ts`: between two readings the first one holds. */
export const demandAfter = (before: Demand | null, watts: number, ts: number): Demand => {
  const quarter = Math.floor(ts / DEMANDA_MS) * DEMANDA_MS;
  if (!before || ts - before.ts > SILENT_MS) return { quarter, from: ts, ts, watts, taken: 0 };
  if (ts <= before.ts) return before;
  const isSame = before.quarter === quarter;
  const since = isSame ? before.ts : quarter;
  const taken = (isSame ? before.taken : 0) + before.watts * (ts - since);
  return { quarter, from: isSame ? before.from : quarter, ts, watts, taken };
};

/** The demand with which the running quarter of an hour ends if a meter goes on as it is, W; null = unknown. */
const expectedOf = (demand: Demand | null, now: number): number | null => {
  if (!demand || now - demand.ts > SILENT_MS) return null;
  const quarter = Math.floor(now / DEMANDA_MS) * DEMANDA_MS;
  if (demand.quarter !== quarter) return demand.watts;
  const end = quarter + DEMANDA_MS;
  return (demand.taken + demand.watts * (end - demand.ts)) / (end - demand.from);
};

/** A company's demand at the end of the running quarter of an hour, kW; `whole`: all of its meters tell. */
export const expectedDemand = (devices: Iterable<Meter>, now: number): { kw: number; whole: boolean } => {
  const meters = metersOfDemand(
    [...devices].filter(({ tipo, activo, suspendido }) => isCentinela(tipo) && activo === 1 && suspendido === 0),
  );
  const known = meters.flatMap(({ demand }) => expectedOf(demand, now) ?? []);
  const kw = known.reduce((sum, watts) => sum + watts, 0) / 1_000;
  return { kw, whole: known.length === meters.length && meters.length > 0 };
};
