import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

/** What stands beside the list of alarms may be a minute old. */
const REFRESH_MS = 60_000;

/** Companies with their ends: an admin_global's to read. */
export const useEmpresasWithEnds = (read: boolean) =>
  useQuery({
    queryKey: ['empresas.listar'],
    queryFn: ({ signal }) => api('empresas.listar', {}, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** The newest orders of all that the person sees, newest first. */
export const useLastOrders = (empresaId: number | null, read: boolean) =>
  useQuery({
    queryKey: ['comandos.listar', 'situacion', empresaId],
    queryFn: ({ signal }) =>
      api('comandos.listar', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
