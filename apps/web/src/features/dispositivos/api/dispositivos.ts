import type { Dispositivo, DispositivoSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkAction } from '../../../components/table/bulk-action.js';
import { bulkRenew, bulkStates } from '../../../components/table/bulk-states.js';
import { api } from '../../../lib/http/api-client.js';
import { DISPOSITIVOS_KEY, dispositivosOfEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { useBulkAssign } from '../../../entities/usuario/bulk-assign.js';
import { whenSettled } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

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

/** What can be done with several devices at once. */
export function useBulkDispositivos(empresaId: number | null): BulkAction<Dispositivo>[] {
  const queries = useQueryClient();
  const after = () => queries.invalidateQueries({ queryKey: DISPOSITIVOS_KEY });
  const params = ({ id }: Dispositivo) => ({ params: { id: String(id) } });
  const assign = useBulkAssign<Dispositivo>({
    empresaId,
    question: texts.assignSeveral,
    grants: (rows) => ({ dispositivos: rows.map(({ id }) => id) }),
  });
  return [
    ...bulkStates<Dispositivo>({
      texts,
      active: ({ activo }) => activo === 1,
      suspender: (row) => api('dispositivos.suspender', params(row)),
      reactivar: (row) => api('dispositivos.reactivar', params(row)),
      after,
    }),
    bulkRenew<Dispositivo>(
      texts.renew,
      (row, fecha_vencimiento) =>
        api('dispositivos.actualizar', { ...params(row), body: { ...row, fecha_vencimiento } }),
      after,
    ),
    assign,
  ];
}
