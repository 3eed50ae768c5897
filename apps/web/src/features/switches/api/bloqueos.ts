import type { Bloqueo, BloqueoDeSwitch } from '@acequia/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/http/api-client.js';
import { CLAVE_BLOQUEOS } from '../../../entities/switch/use-bloqueo.js';
import { useLive } from '../../../lib/live/live.js';
import { parchear } from '../../../lib/http/patch.js';
import { EN_VIVO, trasFalloPronto } from '../../../lib/http/query-client.js';

/** The safety net for a message that was missed. */
const REFRESCO_MS = 60_000;

/** Who locked out which switches of a company, and why; kept current. */
export function useBloqueos(empresaId: number | null): ReadonlyMap<number, Bloqueo> {
  const queries = useQueryClient();
  const queryKey = [...CLAVE_BLOQUEOS, empresaId];
  const { data } = useQuery({
    queryKey,
    meta: EN_VIVO,
    queryFn: ({ signal }) => api('switches.bloqueos', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
    refetchInterval: trasFalloPronto(REFRESCO_MS),
  });
  useLive('switch:bloqueo', ({ switch_id, bloqueo }) =>
    parchear<BloqueoDeSwitch[]>(queries, queryKey, (lista) => {
      const otros = lista?.filter((uno) => uno.switch_id !== switch_id);
      return bloqueo === null ? otros : otros?.concat({ switch_id, bloqueo });
    }),
  );
  return useMemo(() => new Map(data?.map(({ switch_id, bloqueo }) => [switch_id, bloqueo])), [data]);
}
