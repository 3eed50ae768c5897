import type { Bloqueo, BloqueoDeSwitch } from '@acequia/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/http/api-client.js';
import { BLOQUEOS_KEY } from '../../../entities/switch/use-bloqueo.js';
import { useLive } from '../../../lib/live/live.js';
import { patchData } from '../../../lib/http/patch.js';
import { PATCHED_LIVE, soonAfterFailure } from '../../../lib/http/query-client.js';

/** Polling covers missed live messages. ms */
const REFRESH_MS = 60_000;

/** The lockouts of a company by switch id, updated live. */
export function useBloqueos(empresaId: number | null): ReadonlyMap<number, Bloqueo> {
  const queries = useQueryClient();
  const queryKey = [...BLOQUEOS_KEY, empresaId];
  const { data } = useQuery({
    queryKey,
    meta: PATCHED_LIVE,
    queryFn: ({ signal }) => api('switches.bloqueos', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
  useLive('switch:bloqueo', ({ switch_id, bloqueo }) =>
    patchData<BloqueoDeSwitch[]>(queries, queryKey, (list) => {
      const others = list?.filter((one) => one.switch_id !== switch_id);
      return bloqueo === null ? others : others?.concat({ switch_id, bloqueo });
    }),
  );
  return useMemo(() => new Map(data?.map(({ switch_id, bloqueo }) => [switch_id, bloqueo])), [data]);
}
