import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

const REFRESH_MS = 60_000;

/** The LoRaWAN nodes of a company, with every field that came of each; not read unless `wanted`. */
export const useNodos = (empresaId: number, wanted: boolean) =>
  useQuery({
    queryKey: ['lorawan.nodos', empresaId],
    queryFn: ({ signal }) => api('lorawan.nodos', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: wanted,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
