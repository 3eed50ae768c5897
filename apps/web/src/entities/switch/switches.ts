import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';

/** First part of the key of every list of switches: what a change of one makes old. */
export const CLAVE_SWITCHES = ['switches.listar'];

/** The switches of a company as inventory has them; nothing is asked before one is chosen. Several screens read it. */
export const switchesDeEmpresa = (empresaId: number | null) =>
  queryOptions({
    queryKey: [...CLAVE_SWITCHES, empresaId],
    queryFn: ({ signal }) => api('switches.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });
