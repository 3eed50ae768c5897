import type { DispositivoGuardar } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { CLAVE_DISPOSITIVOS, dispositivosDeEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { alTerminar } from '../../../lib/http/query-client.js';

export const useDispositivos = (empresaId: number | null) => useQuery(dispositivosDeEmpresa(empresaId));

/** What can be done to a device. The list is read again after each, whatever came of it. */
export function useAccionesDeDispositivo() {
  const queries = useQueryClient();
  const onSettled = alTerminar(() => queries.invalidateQueries({ queryKey: CLAVE_DISPOSITIVOS }));
  const params = (id: number) => ({ params: { id: String(id) } });
  const guardar = useMutation({
    mutationFn: ({ id, datos }: { id: number | null; datos: DispositivoGuardar }) =>
      id === null
        ? api('dispositivos.crear', { body: datos })
        : api('dispositivos.actualizar', { ...params(id), body: datos }),
    onSettled,
  });
  const suspender = useMutation({ mutationFn: (id: number) => api('dispositivos.suspender', params(id)), onSettled });
  const reactivar = useMutation({ mutationFn: (id: number) => api('dispositivos.reactivar', params(id)), onSettled });
  const eliminar = useMutation({ mutationFn: (id: number) => api('dispositivos.eliminar', params(id)), onSettled });
  return {
    guardar: guardar.mutateAsync,
    suspender: suspender.mutateAsync,
    reactivar: reactivar.mutateAsync,
    eliminar: eliminar.mutateAsync,
  };
}
