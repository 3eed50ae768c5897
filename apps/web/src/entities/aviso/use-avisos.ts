import type { Aviso } from '@acequia/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { patchData } from '../../lib/http/patch.js';
import { PATCHED_LIVE, soonAfterFailure } from '../../lib/http/query-client.js';
import { useLive } from '../../lib/live/live.js';
import { readUsuario } from '../../lib/session.js';
import { avisosQuery } from './asked.js';
import { withAviso, type AvisosAsked } from './aviso-list.js';
import { KEPT } from '../../lib/offline/last-state.js';

/** First part of the query key of all alarm lists. */
export const AVISOS_KEY = ['avisos.listar'];

/** Polling covers missed live messages. ms */
const REFRESH_MS = 60_000;

/** The query of a list of alarms. */
export const avisosOf = ({ empresa, onlyOpen }: AvisosAsked) =>
  queryOptions({
    queryKey: [...AVISOS_KEY, empresa, onlyOpen],
    meta: { ...PATCHED_LIVE, ...KEPT },
    queryFn: ({ signal }) => api('avisos.listar', { query: avisosQuery(empresa, onlyOpen) }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** Alarms, updated by live messages. The bell and the screen share the list of all open ones. */
export function useAvisos(asked: AvisosAsked, read = true) {
  const queries = useQueryClient();
  const query = avisosOf(asked);
  const { queryKey } = query;
  useLive('aviso:cambio', ({ aviso }) => {
    // A message to usuarios names only what all of them may know.
    if (readUsuario()?.rol === 'usuario') void queries.invalidateQueries({ queryKey });
    else patchData<Aviso[]>(queries, queryKey, (list) => list && withAviso(list, aviso, asked));
  });
  return useQuery({ ...query, enabled: read });
}
