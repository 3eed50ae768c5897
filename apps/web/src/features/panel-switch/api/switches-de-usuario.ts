import type { LivePayload, SwitchEnVivo } from '@acequia/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.js';
import { useLive } from '../../../lib/live.js';

/** Spec 2.11: the list is read again every 20 s, whatever the socket says. */
const REFRESH_MS = 20_000;

export const switchesDeUsuario = (usuarioId: number) =>
  queryOptions({
    queryKey: ['switches', 'usuario', usuarioId],
    queryFn: async ({ signal }) => {
      const list: unknown = await api('switches.de_usuario', { query: { usuario_id: String(usuarioId) } }, { signal });
      return Array.isArray(list) ? (list as SwitchEnVivo[]) : [];
    },
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });

/** A message older than what is shown is late: it changes nothing. */
const newer = (sent: number | null, shown: number | null): boolean => sent !== null && sent >= (shown ?? 0);

/** Applies "switch:estado" to the list: the relay's half and the sensor's half each by their own age. */
export function conEstado(list: readonly SwitchEnVivo[], message: LivePayload<'switch:estado'>): SwitchEnVivo[] {
  return list.map((one) => {
    if (one.id !== message.switch_id) return one;
    const next = { ...one, placa_ts: Math.max(message.ts, one.placa_ts ?? 0) };
    if (newer(message.estado_ts, one.estado_ts))
      Object.assign(next, { estado: message.estado, estado_ts: message.estado_ts });
    if (newer(message.sensor_ts, one.sensor_ts)) {
      Object.assign(next, { temperatura: message.temperatura, humedad: message.humedad, sensor_ts: message.sensor_ts });
    }
    return next;
  });
}

/** Applies "placa:estado": every switch of the board is reachable, or not. */
export function conPlaca(list: readonly SwitchEnVivo[], message: LivePayload<'placa:estado'>): SwitchEnVivo[] {
  return list.map((one) =>
    one.placa_id === message.placa_id ? { ...one, placa_online: message.online ? 1 : 0 } : one,
  );
}

/** The person's switches, kept current by live messages. */
export function useSwitchesDeUsuario(usuarioId: number) {
  const queries = useQueryClient();
  const { queryKey } = switchesDeUsuario(usuarioId);
  useLive('switch:estado', (message) => queries.setQueryData(queryKey, (list) => list && conEstado(list, message)));
  useLive('placa:estado', (message) => queries.setQueryData(queryKey, (list) => list && conPlaca(list, message)));
  return useQuery(switchesDeUsuario(usuarioId));
}
