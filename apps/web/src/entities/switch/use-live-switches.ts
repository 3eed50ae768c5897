import type { SwitchEnVivo } from '@acequia/contracts';
import { queryOptions, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { withBloqueo, withComando, withState, withEnding, withTheNewest, withPlaca } from './live-list.js';
import { useLive } from '../../lib/live/live.js';
import { patchData } from '../../lib/http/patch.js';
import { PATCHED_LIVE, soonAfterFailure } from '../../lib/http/query-client.js';
import { KEPT } from '../../lib/offline/last-state.js';

export function useLiveSwitches(queryKey: QueryKey): void {
  const queries = useQueryClient();
  const patch = (change: (list: readonly SwitchEnVivo[]) => SwitchEnVivo[]) =>
    patchData<SwitchEnVivo[]>(queries, queryKey, (list) => list && change(list));
  useLive('switch:estado', (message) => patch((list) => withState(list, message)));
  useLive('switch:comando', (message) => patch((list) => withComando(list, message)));
  useLive('switch:bloqueo', (message) => patch((list) => withBloqueo(list, message)));
  useLive('switch:fin', (message) => patch((list) => withEnding(list, message)));
  useLive('placa:estado', (message) => patch((list) => withPlaca(list, message)));
}

/** Live messages change single values; added or moved switches only appear when the list is read again. ms */
const REFRESH_MS = 20_000;

/** First part of the query key of all these lists, to invalidate after a change. */
export const PANEL_KEY = ['switches.panel'];

const switchesOfPanel = (empresaId: number) =>
  queryOptions({
    queryKey: [...PANEL_KEY, empresaId],
    meta: { ...PATCHED_LIVE, ...KEPT },
    structuralSharing: withTheNewest,
    queryFn: ({ signal }) => api('switches.panel', { query: { empresa_id: String(empresaId) } }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** A company's switches with their reported states, updated live. `read` false: do not read yet. */
export function useSwitchesOfPanel(empresaId: number, read = true) {
  const options = switchesOfPanel(empresaId);
  useLiveSwitches(options.queryKey);
  return useQuery({ ...options, enabled: read });
}
