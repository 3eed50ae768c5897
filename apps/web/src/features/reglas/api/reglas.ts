import type { Regla, RuleSave } from '@acequia/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

const KEY = 'avisos.reglas';

/** The rules of a company in force: the default ones and the written ones. */
export const useRules = (empresaId: number | null) =>
  useQuery({
    queryKey: [KEY, empresaId],
    queryFn: ({ signal }): Promise<Regla[]> =>
      api('avisos.reglas', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });

/** After each action, also after a failure, the list is read again. */
export function useRuleActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [KEY] }));
  const save = useMutation({ mutationFn: (body: RuleSave) => api('avisos.guardar_regla', { body }), onSettled });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('avisos.eliminar_regla', { params: { id: String(id) } }),
    onSettled,
  });
  return { save: save.mutateAsync, eliminar: eliminar.mutateAsync };
}

/** The alarms that a rule would have raised; null = the form is incomplete. The last answer stays until the next one arrives. */
export const useRulePreview = (rule: RuleSave | null) =>
  useQuery({
    queryKey: ['avisos.vista_previa', rule],
    queryFn: ({ signal }) => api('avisos.vista_previa', { body: rule as RuleSave }, { signal }),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchInterval: Infinity,
    retry: false,
  });
