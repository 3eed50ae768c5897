import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { PATCHED_LIVE, type soonAfterFailure } from '../../lib/http/query-client.js';

export const PLACAS_KEY = ['placas.listar'];

/** Boards: all for an admin_global, the own company's for an admin_empresa. Shared by several screens. */
export const usePlacas = (options: { refetchInterval?: ReturnType<typeof soonAfterFailure> } = {}) =>
  useQuery({
    queryKey: PLACAS_KEY,
    meta: PATCHED_LIVE,
    queryFn: ({ signal }) => api('placas.listar', {}, { signal }),
    ...options,
  });
