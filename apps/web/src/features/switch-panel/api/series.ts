import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { around, RANGES, type Range, type Span } from '../lib/window.js';
import { KEPT } from '../../../lib/offline/last-state.js';

/** Most points that the server returns; a window shows about half of them. */
const POINTS_WIDE = '500';
const STEP_LENGTH_MS = 60_000;

/** A zoomed window of a range. */
export interface View extends Span {
  /** The range that the window lies in. */
  frame: Span;
}

/** The points of a range up to now, or of a window in it, at the chart's resolution. */
export const useSeries = (switchId: number, range: Range, view: View | null) =>
  useQuery({
    queryKey: ['historial', 'serie', switchId, range, view?.desde, view?.hasta],
    ...(view === null && { meta: KEPT }),
    queryFn: async ({ signal }) => {
      const hasta = serverNow();
      const frame = view?.frame ?? { desde: hasta - RANGES[range], hasta };
      const asked = view ? around(view, frame) : frame;
      const query = {
        switch_id: String(switchId),
        desde: String(asked.desde),
        hasta: String(asked.hasta),
        ancho: POINTS_WIDE,
      };
      return { frame, serie: await api('historial.serie', { query }, { signal }) };
    },
    // Only keep the previous line of the same chart: another switch's line must not appear under this one's name.
    placeholderData: (previous, query) =>
      query?.queryKey[2] === switchId && query.queryKey[3] === range ? previous : undefined,
    refetchInterval: view ? false : soonAfterFailure(STEP_LENGTH_MS),
  });
