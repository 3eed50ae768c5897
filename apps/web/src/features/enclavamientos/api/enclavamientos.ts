import type { EnclavamientoGuardar } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { alTerminar } from '../../../lib/http/query-client.js';

const CLAVE = 'enclavamientos.listar';

/** The interlock groups of a company. */
export const useEnclavamientos = (empresaId: number | null) =>
  useQuery({
    queryKey: [CLAVE, empresaId],
    queryFn: ({ signal }) => api('enclavamientos.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });

interface Guardar {
  /** Null: a new one. */
  id: number | null;
  datos: EnclavamientoGuardar;
}

/** What can be done to groups. The list is read again after each, whatever came of it. */
export function useAccionesDeEnclavamiento() {
  const queries = useQueryClient();
  const onSettled = alTerminar(() => queries.invalidateQueries({ queryKey: [CLAVE] }));
  const guardar = useMutation({
    mutationFn: ({ id, datos }: Guardar) =>
      id === null
        ? api('enclavamientos.crear', { body: datos })
        : api('enclavamientos.actualizar', { params: { id: String(id) }, body: datos }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('enclavamientos.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  return { guardar: guardar.mutateAsync, eliminar: eliminar.mutateAsync };
}
