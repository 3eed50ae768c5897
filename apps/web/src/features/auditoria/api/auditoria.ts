import type { RouteQueryInput } from '@acequia/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import type { Filters } from '../lib/filters.js';

/** The trail, newest first, a page at a time; each page says from where the next one reads on. */
export const useAuditoria = (filters: Filters) =>
  useInfiniteQuery({
    queryKey: ['auditoria.listar', filters],
    queryFn: ({ pageParam, signal }) =>
      api(
        'auditoria.listar',
        { query: { ...filters, antes_de: pageParam ?? undefined } as RouteQueryInput<'auditoria.listar'> },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ siguiente }) => siguiente,
    // What happened does not change: pages read once are not read again, only newer ones come on a visit.
    refetchOnWindowFocus: false,
  });
