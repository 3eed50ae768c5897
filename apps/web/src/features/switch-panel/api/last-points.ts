import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { KEPT } from '../../../lib/offline/last-state.js';

/** Points of the pair's chart (PANEL-7). */
const POINTS = '50';

export const useLastPoints = (switchId: number | undefined) =>
  useQuery({
    queryKey: ['historial', 'puntos', switchId],
    meta: KEPT,
    queryFn: ({ signal }) =>
      api('historial.puntos', { query: { switch_id: String(switchId), limit: POINTS } }, { signal }),
    enabled: switchId !== undefined,
    refetchInterval: soonAfterFailure(60_000),
  });
