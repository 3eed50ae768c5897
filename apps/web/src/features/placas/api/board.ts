import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

/** What one board has reported, read again every `everyMs`; null = no board. */
export const useBoardDetail = (placaId: number | null, everyMs: number) =>
  useQuery({
    queryKey: ['placas.detalle', placaId],
    queryFn: ({ signal }) => api('placas.detalle', { params: { placa_id: String(placaId) } }, { signal }),
    enabled: placaId !== null,
    refetchInterval: soonAfterFailure(everyMs),
  });
