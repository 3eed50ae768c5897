import type { SuperficieSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

const KEY = 'turnos.cuenta';

/** A month's totals; null = the person's own company. @param mes YYYY-MM */
export const useCuenta = (empresaId: number | null, mes: string) =>
  useQuery({
    queryKey: [KEY, empresaId, mes],
    queryFn: ({ signal }) => api('turnos.cuenta', { query: cuentaQuery(empresaId, mes) }, { signal }),
    refetchInterval: 60_000,
  });

export const cuentaQuery = (empresaId: number | null, mes: string) => ({
  mes,
  ...(empresaId !== null && { empresa_id: String(empresaId) }),
});

/** Says how large a sector is; null = nobody knows. */
export function useSaveArea() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SuperficieSave) => api('turnos.superficie', { body }),
    onSettled: whenSettled(() => queries.invalidateQueries({ queryKey: [KEY] })),
  });
}
