import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

/** Deliveries in progress finish soon, so poll. ms */
const REFRESH_MS = 10_000;

/** The deliveries of an alarm; only admins may read them. */
export const useDeliveries = (avisoId: number, read: boolean) =>
  useQuery({
    queryKey: ['avisos.entregas', avisoId],
    queryFn: ({ signal }) => api('avisos.entregas', { params: { id: String(avisoId) } }, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
