import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { KEPT } from '../../../lib/offline/last-state.js';

const REFRESH_MS = 5 * 60_000;

/** Minutes ENCENDIDO on each of the last thirty days of the company's zone. */
export const useTimeOn = (switchId: number) =>
  useQuery({
    queryKey: ['historial', 'encendido', switchId],
    meta: KEPT,
    queryFn: ({ signal }) => api('historial.encendido', { query: { switch_id: String(switchId) } }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
