import type { EnclavamientoSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

const CLAVE = 'enclavamientos.listar';

/** The interlock groups of a company. */
export const useEnclavamientos = (empresaId: number | null) =>
  useQuery({
    queryKey: [CLAVE, empresaId],
    queryFn: ({ signal }) => api('enclavamientos.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });

interface Save {
  /** Null: a new one. */
  id: number | null;
  data: EnclavamientoSave;
}

/** What can be done to groups. The list is read again after each, whatever came of it. */
export function useEnclavamientoActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [CLAVE] }));
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
