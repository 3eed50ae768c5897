import type { LivePayload, Punto, PuntoSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { patchData } from '../../../lib/http/patch.js';
import { PATCHED_LIVE, soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';
import { useLive } from '../../../lib/live/live.js';

const KEY = 'puntos.listar';
/** Values come with their points, ms. */
const REFRESH_MS = 15_000;

type Told = Pick<LivePayload<'punto:valor'>, 'valor' | 'ts'>;

/** A value with its newest telling: an older one came late. */
const newest = (one: Punto, { valor, ts }: Pick<Punto, 'valor' | 'ts'>): Punto =>
  ts !== null && ts >= (one.ts ?? 0) ? { ...one, valor, ts } : one;

/** Applies "punto:valor". */
const withValue = (list: readonly Punto[], punto_id: number, told: Told): Punto[] =>
  list.map((one) => (one.id === punto_id ? newest(one, told) : one));

/** A list that was read while live messages arrived may be older than they are. For a query's `structuralSharing`. */
const withTheNewest = (shown: unknown, read: unknown): unknown => {
  const shownById = new Map(((shown ?? []) as Punto[]).map((one) => [one.id, one]));
  return (read as Punto[]).map((one) => newest(one, shownById.get(one.id) ?? one));
};

/** A company's points, whose values move as they are told. */
export const usePuntos = (empresaId: number | null) => {
  const queries = useQueryClient();
  const queryKey = [KEY, empresaId];
  useLive('punto:valor', ({ punto_id, ...told }) =>
    patchData<Punto[]>(queries, queryKey, (list) => list && withValue(list, punto_id, told)),
  );
  return useQuery({
    queryKey,
    meta: PATCHED_LIVE,
    structuralSharing: withTheNewest,
    queryFn: ({ signal }) => api('puntos.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
};

interface Save {
  /** Null: a new point. */
  id: number | null;
  data: PuntoSave;
}

/** Actions on points. After each, also after a failure, the list is read again. */
export function usePuntoActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [KEY] }));
  const save = useMutation({
    mutationFn: ({ id, data }: Save) =>
      id === null
        ? api('puntos.crear', { body: data })
        : api('puntos.actualizar', { params: { id: String(id) }, body: data }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('puntos.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  return { save: save.mutateAsync, eliminar: eliminar.mutateAsync };
}
