import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

/** What is on its way soon has arrived. */
const REFRESH_MS = 10_000;

/** The messages that an alarm caused: an admin's to read. */
export const useDeliveries = (avisoId: number, read: boolean) =>
  useQuery({
    queryKey: ['avisos.entregas', avisoId],
    queryFn: ({ signal }) => api('avisos.entregas', { params: { id: String(avisoId) } }, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
