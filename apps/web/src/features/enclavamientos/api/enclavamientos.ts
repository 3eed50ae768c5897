import type { EnclavamientoSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

const KEY = 'enclavamientos.listar';

export const useEnclavamientos = (empresaId: number | null) =>
  useQuery({
    queryKey: [KEY, empresaId],
    queryFn: ({ signal }) => api('enclavamientos.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });

interface Save {
  /** Null: a new group. */
  id: number | null;
  data: EnclavamientoSave;
}

/** Actions on groups. After each, also after a failure, the list is read again. */
export function useEnclavamientoActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [KEY] }));
  const save = useMutation({
    mutationFn: ({ id, data }: Save) =>
      id === null
        ? api('enclavamientos.crear', { body: data })
        : api('enclavamientos.actualizar', { params: { id: String(id) }, body: data }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('enclavamientos.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  return { save: save.mutateAsync, eliminar: eliminar.mutateAsync };
}
