import type { PuntoSave } from '@acequia/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PUNTOS_KEY } from '../../../entities/punto/puntos.js';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

interface Save {
  /** Null: a new point. */
  id: number | null;
  data: PuntoSave;
}

/** Actions on points. After each, also after a failure, the list is read again. */
export function usePuntoActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [PUNTOS_KEY] }));
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
