import type { SwitchEnVivo } from '@acequia/contracts';
import { queryOptions, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { conBloqueo, conComando, conEstado, conFin, conLoMasNuevo, conPlaca } from './live-list.js';
import { useLive } from '../../lib/live/live.js';
import { parchear } from '../../lib/http/patch.js';
import { EN_VIVO, trasFalloPronto } from '../../lib/http/query-client.js';

/** Keeps a cached list of switches current by live messages. */
export function useSwitchesEnVivo(queryKey: QueryKey): void {
  const queries = useQueryClient();
  const patch = (change: (list: readonly SwitchEnVivo[]) => SwitchEnVivo[]) =>
    parchear<SwitchEnVivo[]>(queries, queryKey, (list) => list && change(list));
  useLive('switch:estado', (message) => patch((list) => conEstado(list, message)));
  useLive('switch:comando', (message) => patch((list) => conComando(list, message)));
  useLive('switch:bloqueo', (message) => patch((list) => conBloqueo(list, message)));
  useLive('switch:fin', (message) => patch((list) => conFin(list, message)));
  useLive('placa:estado', (message) => patch((list) => conPlaca(list, message)));
}

/** The socket patches single values; a switch that was added or moved arrives with the list. */
const REFRESCO_MS = 20_000;

const switchesDePanel = (empresaId: number) =>
  queryOptions({
    queryKey: ['switches.panel', empresaId],
    meta: EN_VIVO,
    structuralSharing: conLoMasNuevo,
    queryFn: ({ signal }) => api('switches.panel', { query: { empresa_id: String(empresaId) } }, { signal }),
    refetchInterval: trasFalloPronto(REFRESCO_MS),
  });

/** A company's switches with what their boards say, kept current. `leer` false: not yet asked for. */
export function useSwitchesDePanel(empresaId: number, leer = true) {
  const opciones = switchesDePanel(empresaId);
  useSwitchesEnVivo(opciones.queryKey);
  return useQuery({ ...opciones, enabled: leer });
}
