import type { SwitchEnVivo } from '@acequia/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { withTheNewest } from '../../../entities/switch/live-list.js';
import { useLiveSwitches } from '../../../entities/switch/use-live-switches.js';
import { PATCHED_LIVE } from '../../../lib/http/query-client.js';
import { KEPT } from '../../../lib/offline/last-state.js';
import { texts } from '../textos.js';

/** PANEL-5: the list is read every 20 s besides live messages. */
const REFRESH_MS = 20_000;

export const switchesOfUsuario = (usuarioId: number) =>
  queryOptions({
    queryKey: ['switches', 'usuario', usuarioId],
    meta: { ...PATCHED_LIVE, ...KEPT },
    structuralSharing: withTheNewest,
    queryFn: async ({ signal }) => {
      const list: unknown = await api('switches.de_usuario', { query: { usuario_id: String(usuarioId) } }, { signal });
      if (Array.isArray(list)) return list as SwitchEnVivo[];
      // CALL-10: shown as empty, but log the broken contract.
      console.error(texts.notAList);
      return [];
    },
    refetchInterval: soonAfterFailure(REFRESH_MS),
    refetchIntervalInBackground: true,
  });

/** The person's switches, kept current by live messages. */
export function useSwitchesOfUsuario(usuarioId: number) {
  useLiveSwitches(switchesOfUsuario(usuarioId).queryKey);
  return useQuery(switchesOfUsuario(usuarioId));
}
