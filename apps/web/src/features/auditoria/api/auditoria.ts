import type { RouteQueryInput } from '@acequia/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import type { Filters } from '../lib/filters.js';

/** The audit trail, newest first, in pages; each page holds the cursor of the next one. */
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
    // Entries never change, so loaded pages are not read again on focus; a new visit loads newer entries.
    refetchOnWindowFocus: false,
  });
