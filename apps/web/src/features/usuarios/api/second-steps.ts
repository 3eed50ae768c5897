import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

const KEY = ['usuarios.segundo_paso'];

/** Whether a company demands a second step, and who of it has one. */
export const useSecondSteps = (empresaId: number | null) =>
  useQuery({
    queryKey: [...KEY, empresaId],
    queryFn: ({ signal }) => api('usuarios.segundo_paso', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
    refetchInterval: soonAfterFailure(Infinity),
  });

export function useSecondStepActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: KEY });
  const demand = useMutation({
    mutationFn: (body: { empresa_id: number; exigido: 0 | 1 }) => api('usuarios.exigir_segundo_paso', { body }),
    onSettled,
  });
  const lift = useMutation({
    mutationFn: (id: number) => api('usuarios.quitar_segundo_paso', { params: { id: String(id) } }),
    onSettled,
  });
  return { demand: demand.mutateAsync, lift: lift.mutateAsync };
}
