import type { SwitchEnVivo } from '@acequia/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { trasFalloPronto } from '../../../lib/http/query-client.js';
import { conLoMasNuevo } from '../../../entities/switch/live-list.js';
import { useSwitchesEnVivo } from '../../../entities/switch/use-live-switches.js';
import { EN_VIVO } from '../../../lib/http/query-client.js';

/** PANEL-5: the list is read again every 20 s, whatever the socket says. */
const REFRESH_MS = 20_000;

export const switchesDeUsuario = (usuarioId: number) =>
  queryOptions({
    queryKey: ['switches', 'usuario', usuarioId],
    meta: EN_VIVO,
    structuralSharing: conLoMasNuevo,
    queryFn: async ({ signal }) => {
      const list: unknown = await api('switches.de_usuario', { query: { usuario_id: String(usuarioId) } }, { signal });
      return Array.isArray(list) ? (list as SwitchEnVivo[]) : [];
    },
    refetchInterval: trasFalloPronto(REFRESH_MS),
    refetchIntervalInBackground: true,
  });

/** The person's switches, kept current by live messages. */
export function useSwitchesDeUsuario(usuarioId: number) {
  useSwitchesEnVivo(switchesDeUsuario(usuarioId).queryKey);
  return useQuery(switchesDeUsuario(usuarioId));
}
