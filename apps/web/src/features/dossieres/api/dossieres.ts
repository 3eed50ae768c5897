import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

const KEY = 'dossieres.listar';
/** It is made from what four services keep of a month. */
const MAKE_MS = 35_000;

export const useDossieres = (empresaId: number | null) =>
  useQuery({
    queryKey: [KEY, empresaId],
    queryFn: ({ signal }) => api('dossieres.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });

/** Figures of a dossier never change. */
export const useDossier = (id: number | null) =>
  useQuery({
    queryKey: ['dossieres.leer', id],
    queryFn: ({ signal }) => api('dossieres.leer', { params: { id: String(id) } }, { signal }),
    enabled: id !== null,
    staleTime: Infinity,
  });

export function useMakeDossier() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { empresa_id: number; mes: string }) => api('dossieres.hacer', { body }, { timeoutMs: MAKE_MS }),
    onSettled: whenSettled(() => queries.invalidateQueries({ queryKey: [KEY] })),
  });
}
