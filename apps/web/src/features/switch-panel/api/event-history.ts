import { HISTORIAL_MAX, HISTORIAL_PAGE, type HistorialEvent } from '@acequia/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { KEPT } from '../../../lib/offline/last-state.js';

export interface Range {
  /** Calendar days YYYY-MM-DD in the company's zone; '' = open. */
  desde: string;
  hasta: string;
}

export const OPEN_RANGE: Range = { desde: '', hasta: '' };

/** On/off history of a person's switches, newest first; read every 20 s, as the list of switches is. */
export const useEventHistory = (usuarioId: number, range: Range) =>
  useQuery({
    queryKey: ['historial', 'eventos', usuarioId, range.desde, range.hasta],
    ...(range === OPEN_RANGE && { meta: KEPT }),
    queryFn: ({ signal }) =>
      api('historial.eventos', { query: { usuario_id: String(usuarioId), ...range } }, { signal }),
    refetchInterval: soonAfterFailure(20_000),
    placeholderData: keepPreviousData,
  });

const NOTHING: readonly HistorialEvent[] = [];

/** Whether older events may exist: the server cut the list off, or no range was chosen and the list covers only thirty days. */
const mayBeMore = (list: readonly HistorialEvent[], { desde, hasta }: Range): boolean =>
  list.length >= HISTORIAL_MAX || (list.length > 0 && !desde && !hasta);

/** Pages of events older than the list, loaded on demand. `load` is undefined when there is nothing more to load. */
export function useEarlier(usuarioId: number, range: Range, list: readonly HistorialEvent[] = NOTHING) {
  const [askedFor, setAskedFor] = useState<Range | null>(null);
  const asked = askedFor === range;
  const desde = mayBeMore(list, range) ? list.at(-1)?._id : undefined;
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['historial', 'anteriores', usuarioId, range.desde, range.hasta, desde],
    queryFn: ({ pageParam, signal }) =>
      api(
        'historial.eventos',
        { query: { usuario_id: String(usuarioId), ...range, antes: String(pageParam) } },
        { signal },
      ),
    initialPageParam: desde,
    getNextPageParam: (page) => (page.length < HISTORIAL_PAGE ? undefined : page.at(-1)?._id),
    enabled: asked && desde !== undefined,
    staleTime: Infinity,
  });
  const events = useMemo(() => data?.pages.flat() ?? NOTHING, [data]);
  const load = useCallback(() => {
    if (asked) void fetchNextPage();
    else setAskedFor(range);
  }, [asked, fetchNextPage, range]);
  const exists = desde !== undefined && !isFetching && (!asked || hasNextPage);
  return { events: asked ? events : NOTHING, load: exists ? load : undefined, loading: asked && isFetching };
}
