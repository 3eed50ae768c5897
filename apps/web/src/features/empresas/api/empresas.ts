import type { Empresa, EmpresaSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkAction } from '../../../components/table/bulk-action.js';
import { bulkRenew, bulkStates } from '../../../components/table/bulk-states.js';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

const KEY = ['empresas.listar'];

export const useEmpresas = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => api('empresas.listar', {}, { signal }) });

/** Actions on a company. After each, also after a failure, the list is read again. */
export function useEmpresaActions() {
  const queries = useQueryClient();
  // The short list in other screens' selects holds the same names.
  const onSettled = whenSettled(() =>
    Promise.all([
      queries.invalidateQueries({ queryKey: KEY }),
      queries.invalidateQueries({ queryKey: ['empresas.seleccion'] }),
    ]),
  );
  const params = (id: number) => ({ params: { id: String(id) } });
  const save = useMutation({
    mutationFn: ({ id, data }: { id: number | null; data: EmpresaSave }) =>
      id === null ? api('empresas.crear', { body: data }) : api('empresas.actualizar', { ...params(id), body: data }),
    onSettled,
  });
  const suspender = useMutation({ mutationFn: (id: number) => api('empresas.desactivar', params(id)), onSettled });
  const reactivar = useMutation({ mutationFn: (id: number) => api('empresas.activar', params(id)), onSettled });
  const eliminar = useMutation({ mutationFn: (id: number) => api('empresas.eliminar', params(id)), onSettled });
  const probeTelegram = useMutation({
    mutationFn: ({ id, ...body }: { id: number | null; token_telegram: string; telegram_chat_id: string }) =>
      id === null
        ? api('empresas.probar_telegram_nueva', { body })
        : api('empresas.probar_telegram', { ...params(id), body }),
  });
  return {
    probeTelegram: probeTelegram.mutateAsync,
    save: save.mutateAsync,
    suspender: suspender.mutateAsync,
    reactivar: reactivar.mutateAsync,
    eliminar: eliminar.mutateAsync,
  };
}

/** What can be done with several companies at once. */
export function useBulkEmpresas(): BulkAction<Empresa>[] {
  const queries = useQueryClient();
  const after = () => queries.invalidateQueries({ queryKey: KEY });
  const params = ({ id }: Empresa) => ({ params: { id: String(id) } });
  return [
    ...bulkStates<Empresa>({
      texts,
      active: ({ activa }) => activa === 1,
      suspender: (row) => api('empresas.desactivar', params(row)),
      reactivar: (row) => api('empresas.activar', params(row)),
      after,
    }),
    bulkRenew<Empresa>(
      texts.renew,
      (row, fecha_vencimiento) => api('empresas.actualizar', { ...params(row), body: { ...row, fecha_vencimiento } }),
      after,
    ),
  ];
}
