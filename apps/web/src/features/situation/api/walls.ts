import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';

const KEY = ['muros.listar'];

/** The links for wall screens that the person may revoke. */
export const useWallLinks = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => api('muros.listar', {}, { signal }) });

export function useWallLinkActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: KEY });
  const create = useMutation({
    mutationFn: (body: { nombre: string; empresa_id: number | null }) => api('muros.crear', { body }),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (id: number) => api('muros.revocar', { params: { id: String(id) } }),
    onSettled,
  });
  return { create, revoke };
}
