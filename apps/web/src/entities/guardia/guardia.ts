import type { GuardiaCambio, GuardiaSave } from '@acequia/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { whenSettled } from '../../lib/http/query-client.js';

const KEY = 'guardia.leer';

/** The rota of a company, or of the platform (null), and its next weeks. */
export const guardiaOf = (empresaId: number | null) =>
  queryOptions({
    queryKey: [KEY, empresaId],
    queryFn: ({ signal }) =>
      api('guardia.leer', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
  });
export const useGuardia = (empresaId: number | null) => useQuery(guardiaOf(empresaId));

export function useGuardiaActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [KEY] }),
      queries.invalidateQueries({ queryKey: ['guardia.turno'] }),
    ]),
  );
  const save = useMutation({ mutationFn: (body: GuardiaSave) => api('guardia.guardar', { body }), onSettled });
  const exchange = useMutation({ mutationFn: (body: GuardiaCambio) => api('guardia.cambiar', { body }), onSettled });
  return { save, exchange };
}
