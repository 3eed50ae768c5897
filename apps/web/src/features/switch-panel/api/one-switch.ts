import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { lastNight } from '../lib/night.js';
import { KEPT } from '../../../lib/offline/last-state.js';

const NIGHT_REFRESH_MS = 5 * 60_000;

/** Last night's values of a sensor, at the server's finest resolution. */
export const useLastNight = (switchId: number, timeZone: string) =>
  useQuery({
    queryKey: ['historial', 'noche', switchId, timeZone],
    meta: KEPT,
    queryFn: async ({ signal }) => {
      const span = lastNight(serverNow(), timeZone);
      const query = {
        switch_id: String(switchId),
        desde: String(span.desde),
        hasta: String(span.hasta),
        ancho: '500',
      };
      return { span, serie: await api('historial.serie', { query }, { signal }) };
    },
    refetchInterval: soonAfterFailure(NIGHT_REFRESH_MS),
  });
