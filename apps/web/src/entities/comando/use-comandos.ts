import type { Comando, LivePayload, RouteQueryInput } from '@acequia/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { useLive } from '../../lib/live/live.js';
import { patchData } from '../../lib/http/patch.js';
import { PATCHED_LIVE, soonAfterFailure } from '../../lib/http/query-client.js';
import { KEPT } from '../../lib/offline/last-state.js';
import { withOutcome } from './outcome.js';

export type Filters = RouteQueryInput<'comandos.listar'>;

/** Polling covers missed live messages. ms */
const REFRESH_MS = 20_000;

type Heard = LivePayload<'switch:comando'> | LivePayload<'dispositivo:comando'>;

/**
 * Commands, newest first. Live messages update their states; for a new command the list is read again, because the message lacks the
 * person.
 */
export function useComandos(filters: Filters, read: boolean) {
  const queries = useQueryClient();
  const queryKey = ['comandos.listar', filters];
  const hear = (message: Heard) => {
    const rows = queries.getQueryData<Comando[]>(queryKey);
    if (rows?.some(({ comando_id }) => comando_id === message.comando_id))
      patchData<Comando[]>(queries, queryKey, (list) => list && withOutcome(list, message));
    else void queries.invalidateQueries({ queryKey });
  };
  const { switch_id: theSwitch, dispositivo_id: theDispositivo } = filters;
  useLive('switch:comando', (message) => {
    if (!theDispositivo && (!theSwitch || theSwitch === String(message.switch_id))) hear(message);
  });
  useLive('dispositivo:comando', (message) => {
    if (!theSwitch && (!theDispositivo || theDispositivo === String(message.dispositivo_id))) hear(message);
  });
  return useQuery({
    queryKey,
    // A usuario's: they name no company.
    meta: filters.empresa_id === undefined ? { ...PATCHED_LIVE, ...KEPT } : PATCHED_LIVE,
    queryFn: ({ signal }) => api('comandos.listar', { query: filters }, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
}
