import type { LivePayload, SwitchEnVivo } from '@acequia/contracts';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useLive } from './live.js';

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

/** Keeps a cached list of switches current by live messages. */
export function useSwitchesEnVivo(queryKey: QueryKey): void {
  const queries = useQueryClient();
  const patch = (change: (list: readonly SwitchEnVivo[]) => SwitchEnVivo[]) =>
    queries.setQueryData<SwitchEnVivo[]>(queryKey, (list) => list && change(list));
  useLive('switch:estado', (message) => patch((list) => conEstado(list, message)));
  useLive('placa:estado', (message) => patch((list) => conPlaca(list, message)));
}
