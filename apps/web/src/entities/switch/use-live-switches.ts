import type { SwitchEnVivo } from '@acequia/contracts';
import { queryOptions, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { withBloqueo, withComando, withState, withEnding, withTheNewest, withPlaca } from './live-list.js';
import { useLive } from '../../lib/live/live.js';
import { patchData } from '../../lib/http/patch.js';
import { PATCHED_LIVE, soonAfterFailure } from '../../lib/http/query-client.js';

/** Keeps a cached list of switches current by live messages. */
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

/** The socket patches single values; a switch that was added or moved arrives with the list. */
const REFRESH_MS = 20_000;

const switchesOfPanel = (empresaId: number) =>
  queryOptions({
    queryKey: ['switches.panel', empresaId],
    meta: PATCHED_LIVE,
    structuralSharing: withTheNewest,
    queryFn: ({ signal }) => api('switches.panel', { query: { empresa_id: String(empresaId) } }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** A company's switches with what their boards say, kept current. `leer` false: not yet asked for. */
export function useSwitchesOfPanel(empresaId: number, read = true) {
  const options = switchesOfPanel(empresaId);
  useLiveSwitches(options.queryKey);
  return useQuery({ ...options, enabled: read });
}
