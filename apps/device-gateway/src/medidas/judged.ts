import { MAX_CLOCK_AHEAD_MS, type Medida, type MedidaReason, scaled } from '@acequia/contracts';
import { texts } from '../textos.js';
import type { ApiPoint, Kept } from './api-points.repository.js';

/** A value with its place in the request. */
export type Placed = Kept & { indice: number };
export interface Refusal {
  indice: number;
  motivo: MedidaReason;
  texto: string;
}

/** Judges each value for itself. `retention_ms`: how old one may be. */
export const sound = (
  medidas: readonly Medida[],
  points: ReadonlyMap<number, ApiPoint>,
  { now, retention_ms }: { now: number; retention_ms: number },
): { values: Placed[]; refused: Refusal[] } => {
  const values: Placed[] = [];
  const refused: Refusal[] = [];
  medidas.forEach(({ punto_id, ts, valor }, indice) => {
    const refuse = (motivo: MedidaReason, texto: string): void => void refused.push({ indice, motivo, texto });
    const point = points.get(punto_id);
    if (!point) return refuse('punto_desconocido', texts.medidas.unknown);
    if (point.activo === 0) return refuse('punto_inactivo', texts.medidas.inactive);
    if (ts > now + MAX_CLOCK_AHEAD_MS) return refuse('reloj_adelantado', texts.medidas.ahead);
    if (ts < now - retention_ms) return refuse('fuera_de_retencion', texts.medidas.tooOld);
    const kept = valor === null ? null : scaled(point.magnitud, valor);
    if (valor !== null && kept === null) return refuse('valor_fuera_de_rango', texts.medidas.outside(point.magnitud));
    values.push({ indice, punto_id, ts, kept });
  });
  return { values, refused };
};

/** Names a point and a time. */
export const keyOf = ({ punto_id, ts }: Pick<Kept, 'punto_id' | 'ts'>): string => `${punto_id}:${ts}`;

/**
 * Of several values of a point at one time the first counts: one that says the same is a repetition, another is refused.
 * @param known values that were there before, by {@link keyOf}
 */
export const firstOnes = (
  values: readonly Placed[],
  known: ReadonlyMap<string, number | null>,
  points: ReadonlyMap<number, ApiPoint>,
): { fresh: Placed[]; repeated: number; refused: Refusal[] } => {
  const fresh = new Map<string, Placed>();
  const refused: Refusal[] = [];
  let repeated = 0;
  for (const value of values) {
    const key = keyOf(value);
    const before = fresh.has(key) ? fresh.get(key)?.kept : known.get(key);
    if (before === undefined) fresh.set(key, value);
    else if (before === value.kept) repeated += 1;
    else {
      const { magnitud } = points.get(value.punto_id)!;
      refused.push({ indice: value.indice, motivo: 'otro_valor', texto: texts.medidas.taken(magnitud, before) });
    }
  }
  return { fresh: [...fresh.values()], repeated, refused };
};

/** A value that comes later than this many of its point's periods is history: it is no last value. */
const PERIODS = 3;
/** So is none that comes sooner than this, ms. */
const LATE_MS = 10 * 60_000;

/** The newest value of each point that tells its present. One whose clock runs ahead counts as of now. */
export const present = (values: readonly Kept[], points: ReadonlyMap<number, ApiPoint>, now: number): Kept[] => {
  const newest = new Map<number, Kept>();
  for (const value of values) {
    const { punto_id, kept } = value;
    const ts = Math.min(value.ts, now);
    const { cada_s } = points.get(punto_id)!;
    if (now - ts > Math.max(LATE_MS, PERIODS * cada_s * 1_000)) continue;
    if (ts >= (newest.get(punto_id)?.ts ?? 0)) newest.set(punto_id, { punto_id, ts, kept });
  }
  return [...newest.values()];
};
