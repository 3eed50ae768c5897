import type { ProteccionSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

const KEY = 'protecciones.listar';
/** What boards say has no live message. */
const AGAIN_MS = 15_000;

export const useProtecciones = (empresaId: number | null) =>
  useQuery({
    queryKey: [KEY, empresaId],
    queryFn: ({ signal }) => api('protecciones.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
    refetchInterval: AGAIN_MS,
  });

interface Save {
  /** Null: a new one. */
  id: number | null;
  data: ProteccionSave;
}

/** Actions on protections. After each, also after a failure, the list is read again. */
export function useProteccionActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [KEY] }));
  const save = useMutation({
    mutationFn: ({ id, data }: Save) =>
      id === null
        ? api('protecciones.crear', { body: data })
        : api('protecciones.actualizar', { params: { id: String(id) }, body: data }),
    onSettled,
  });
  const bypass = useMutation({
    mutationFn: ({ id, minutos }: { id: number; minutos: number }) =>
      api('protecciones.omitir', { params: { id: String(id) }, body: { minutos } }),
    onSettled,
  });
  const release = useMutation({
    mutationFn: (id: number) => api('protecciones.soltar', { params: { id: String(id) } }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('protecciones.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  return {
    save: save.mutateAsync,
    bypass: bypass.mutateAsync,
    release: release.mutateAsync,
    eliminar: eliminar.mutateAsync,
  };
}
