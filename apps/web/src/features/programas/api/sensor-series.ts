import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import type { Window } from '../lib/day-window.js';

const REFRESH_MS = 60_000;
const WIDTH = '300';

/** Temperature and humidity of a switch's sensor in a window; null = no sensor is chosen. */
export const useSensorSeries = (switchId: number | null, { from, to }: Window) =>
  useQuery({
    queryKey: ['historial', 'serie', switchId, 'dia', from, to],
    queryFn:
      switchId === null
        ? skipToken
        : ({ signal }) => {
            const query = { switch_id: String(switchId), desde: String(from), hasta: String(to), ancho: WIDTH };
            return api('historial.serie', { query }, { signal });
          },
    placeholderData: (before, query) => (query?.queryKey[2] === switchId ? before : undefined),
    refetchInterval: REFRESH_MS,
  });
