import type { TokenSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';

const KEY = ['tokens.listar'];
/** The day of the last use changes seldom. */
const TOKENS_MS = 60_000;

/** The tokens that reach a company. */
export const useTokens = (empresaId: number | null) =>
  useQuery({
    queryKey: [...KEY, empresaId],
    queryFn: ({ signal }) => api('tokens.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
    refetchInterval: soonAfterFailure(TOKENS_MS),
  });

export function useTokenActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: KEY }));
  const create = useMutation({ mutationFn: (body: TokenSave) => api('tokens.crear', { body }), onSettled });
  const revoke = useMutation({
    mutationFn: (id: number) => api('tokens.revocar', { params: { id: String(id) } }),
    onSettled,
  });
  return { create: create.mutateAsync, revoke: revoke.mutateAsync };
}
