import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';

/** First part of the key of every list of switches: what a change of one makes old. */
export const SWITCHES_KEY = ['switches.listar'];

/** The switches of a company as inventory has them; nothing is asked before one is chosen. Several screens read it. */
export const switchesOfEmpresa = (empresaId: number | null) =>
  queryOptions({
    queryKey: [...SWITCHES_KEY, empresaId],
    queryFn: ({ signal }) => api('switches.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });
