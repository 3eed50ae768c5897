import type { LivePayload, Punto } from '@acequia/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { PATCHED_LIVE } from '../../lib/http/query-client.js';

/** First part of the query key of all lists of points, to invalidate after a change. */
export const PUNTOS_KEY = 'puntos.listar';

type Told = Pick<LivePayload<'punto:valor'>, 'valor' | 'ts'>;

/** A value with its newest telling: an older one came late. */
const newest = (one: Punto, { valor, ts }: Pick<Punto, 'valor' | 'ts'>): Punto =>
  ts !== null && ts >= (one.ts ?? 0) ? { ...one, valor, ts } : one;

/** Applies "punto:valor". */
export const withValue = (list: readonly Punto[], punto_id: number, told: Told): Punto[] =>
  list.map((one) => (one.id === punto_id ? newest(one, told) : one));

/** A list that was read while live messages arrived may be older than they are. For a query's `structuralSharing`. */
const withTheNewest = (shown: unknown, read: unknown): unknown => {
  const shownById = new Map(((shown ?? []) as Punto[]).map((one) => [one.id, one]));
  return (read as Punto[]).map((one) => newest(one, shownById.get(one.id) ?? one));
};

/** Of all companies, for an admin_global. */
export const ALL_PUNTOS = {
  queryKey: [PUNTOS_KEY, 'todos'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('puntos.listar', {}, { signal }),
};

/** A company's points of measurement; not read until a company is chosen. Shared by several screens. */
export const puntosOfEmpresa = (empresaId: number | null) =>
  queryOptions({
    queryKey: [PUNTOS_KEY, empresaId],
    meta: PATCHED_LIVE,
    structuralSharing: withTheNewest,
    queryFn: ({ signal }) => api('puntos.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });
