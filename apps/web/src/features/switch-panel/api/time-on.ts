import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { trasFalloPronto } from '../../../lib/http/query-client.js';

const REFRESCO_MS = 5 * 60_000;

/** Minutes ENCENDIDO on each of the last thirty days of the company's zone. */
export const useEncendido = (switchId: number) =>
  useQuery({
    queryKey: ['historial', 'encendido', switchId],
    queryFn: ({ signal }) => api('historial.encendido', { query: { switch_id: String(switchId) } }, { signal }),
    refetchInterval: trasFalloPronto(REFRESCO_MS),
  });
