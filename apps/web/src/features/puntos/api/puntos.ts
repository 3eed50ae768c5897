import type { PuntoSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';

const KEY = 'puntos.listar';
/** Values come with their points, ms. */
const REFRESH_MS = 15_000;

export const usePuntos = (empresaId: number | null) =>
  useQuery({
    queryKey: [KEY, empresaId],
    queryFn: ({ signal }) => api('puntos.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

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
