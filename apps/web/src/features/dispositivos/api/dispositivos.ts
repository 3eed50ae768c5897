import type { DispositivoSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { DISPOSITIVOS_KEY, dispositivosOfEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { whenSettled } from '../../../lib/http/query-client.js';

export const useDispositivos = (empresaId: number | null) => useQuery(dispositivosOfEmpresa(empresaId));

/** Actions on a device. After each, also after a failure, the list is read again. */
export function useDispositivoActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: DISPOSITIVOS_KEY }));
  const params = (id: number) => ({ params: { id: String(id) } });
  const save = useMutation({
    mutationFn: ({ id, data }: { id: number | null; data: DispositivoSave }) =>
      id === null
        ? api('dispositivos.crear', { body: data })
        : api('dispositivos.actualizar', { ...params(id), body: data }),
    onSettled,
  });
  const suspender = useMutation({ mutationFn: (id: number) => api('dispositivos.suspender', params(id)), onSettled });
  const reactivar = useMutation({ mutationFn: (id: number) => api('dispositivos.reactivar', params(id)), onSettled });
  const eliminar = useMutation({ mutationFn: (id: number) => api('dispositivos.eliminar', params(id)), onSettled });
  return {
    save: save.mutateAsync,
    suspender: suspender.mutateAsync,
    reactivar: reactivar.mutateAsync,
    eliminar: eliminar.mutateAsync,
  };
}
