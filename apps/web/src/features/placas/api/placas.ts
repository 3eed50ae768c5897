import type { LivePayload, Placa, RouteBodyInput, RouteResponse } from '@acequia/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { useLive } from '../../../lib/live/live.js';
import { patchData } from '../../../lib/http/patch.js';
import { PLACAS_KEY, usePlacas } from '../../../entities/placa/placas.js';
import { whenSettled, soonAfterFailure } from '../../../lib/http/query-client.js';

/** Live messages report only changes of the link, so the time a board was last seen is polled. ms */
const REFRESH_MS = 30_000;

/** Applies "placa:estado" to the list. */
export const withPlacaState = (
  list: readonly Placa[],
  { placa_id, online, ts }: LivePayload<'placa:estado'>,
): Placa[] =>
  list.map((placa) =>
    placa.placa_id === placa_id
      ? { ...placa, online: online ? 1 : 0, ultimo_visto: Math.max(ts, placa.ultimo_visto ?? 0) }
      : placa,
  );

export function useLivePlacas() {
  const queries = useQueryClient();
  useLive('placa:estado', (mensaje) =>
    patchData<Placa[]>(queries, PLACAS_KEY, (list) => list && withPlacaState(list, mensaje)),
  );
  return usePlacas({ refetchInterval: soonAfterFailure(REFRESH_MS) });
}

/** Actions on a board. After each, also after a failure, the list is read again. */
export function usePlacaActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: PLACAS_KEY }));
  const params = (placa_id: number) => ({ params: { placa_id: String(placa_id) } });
  const registerBoards = useMutation({
    mutationFn: (body: RouteBodyInput<'placas.registrar'>) => api('placas.registrar', { body }),
    onSettled,
  });
  const rename = useMutation({
    mutationFn: ({ id, body }: { id: number; body: RouteBodyInput<'placas.actualizar'> }) =>
      api('placas.actualizar', { ...params(id), body }),
    onSettled,
  });
  const renew = useMutation({
    mutationFn: (id: number) => api('placas.renovar_credencial', params(id)),
    onSettled,
  });
  const revoke = useMutation({ mutationFn: (id: number) => api('placas.revocar', params(id)), onSettled });
  const eliminar = useMutation({ mutationFn: (id: number) => api('placas.eliminar', params(id)), onSettled });
  return {
    registerBoards: registerBoards.mutateAsync,
    rename: rename.mutateAsync,
    renew: renew.mutateAsync,
    revoke: revoke.mutateAsync,
    eliminar: eliminar.mutateAsync,
  };
}

/** A board's dead letters, newest first, read again every `everyMs`; null = no board. */
export const useDeadLetters = (placa_id: number | null, everyMs = Infinity) =>
  useQuery({
    queryKey: ['placas.descartes', placa_id],
    queryFn: ({ signal }) => api('placas.descartes', { params: { placa_id: String(placa_id) } }, { signal }),
    enabled: placa_id !== null,
    refetchInterval: soonAfterFailure(everyMs),
  });

const ADDRESS = queryOptions({
  queryKey: ['placas.direccion'],
  queryFn: ({ signal }) => api('placas.direccion', {}, { signal }),
  staleTime: Infinity,
});

/** Whether boards connect to an external broker: old credentials then end as soon as they are replaced. */
export const useExternalBroker = (): boolean => useQuery(ADDRESS).data?.broker_externo === 1;

const urlOf = ({ url, puerto }: RouteResponse<'placas.direccion'>): string | null =>
  url ?? (puerto ? `mqtt://${window.location.hostname}:${puerto}` : null);

/** The broker address to show for boards; null when the installation has none configured. */
export const useMqttAddress = () => useQuery({ ...ADDRESS, select: urlOf });
