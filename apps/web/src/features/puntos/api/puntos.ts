import type { Punto, PuntoSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PUNTOS_KEY, puntosOfEmpresa, withValue } from '../../../entities/punto/puntos.js';
import { api } from '../../../lib/http/api-client.js';
import { patchData } from '../../../lib/http/patch.js';
import { soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';
import { useLive } from '../../../lib/live/live.js';

/** Values come with their points, ms. */
const REFRESH_MS = 15_000;

/** A company's points, whose values move as they are told. */
export const usePuntos = (empresaId: number | null) => {
  const queries = useQueryClient();
  const options = puntosOfEmpresa(empresaId);
  useLive('punto:valor', ({ punto_id, ...told }) =>
    patchData<Punto[]>(queries, options.queryKey, (list) => list && withValue(list, punto_id, told)),
  );
  return useQuery({ ...options, refetchInterval: soonAfterFailure(REFRESH_MS) });
};

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
