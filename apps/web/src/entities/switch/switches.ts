import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';

/** First part of the query key of all switch lists, to invalidate after a change. */
export const SWITCHES_KEY = ['switches.listar'];

/** Of all companies, for an admin_global. */
export const ALL_SWITCHES = {
  queryKey: [...SWITCHES_KEY, 'todos'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api('switches.listar', {}, { signal }),
};

/** The switches of a company from inventory; not read until a company is chosen. Shared by several screens. */
export const switchesOfEmpresa = (empresaId: number | null) =>
  queryOptions({
    queryKey: [...SWITCHES_KEY, empresaId],
    queryFn: ({ signal }) => api('switches.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });
