import type { LivePayload, SwitchEnVivo } from '@acequia/contracts';
import { afterHearing, isUnderWay, newerOf, WANTED_STATE } from './order.js';

/** A message older than the shown state arrived late and is ignored. */
const newer = (sent: number | null, shown: number | null): boolean => sent !== null && sent >= (shown ?? 0);

/** A switch in the ordered state has no discrepancy, even if an older reading showed one. */
const withoutTheResolved = (one: SwitchEnVivo): SwitchEnVivo =>
  one.discrepancia === 1 && one.comando && one.estado === WANTED_STATE[one.comando.accion]
    ? { ...one, discrepancia: 0 }
    : one;

/** Applies "switch:estado" to the list. Relay and sensor have separate timestamps, so each half is updated by its own age. */
export function withState(list: readonly SwitchEnVivo[], message: LivePayload<'switch:estado'>): SwitchEnVivo[] {
  return list.map((one) => {
    if (one.id !== message.switch_id) return one;
    const next = { ...one, placa_ts: Math.max(message.ts, one.placa_ts ?? 0) };
    if (newer(message.estado_ts, one.estado_ts))
      Object.assign(next, {
        estado: message.estado,
        estado_ts: message.estado_ts,
        // The switch was turned on again, so the last ending no longer applies.
        ...(message.estado === 1 && { fin: null }),
      });
    if (newer(message.sensor_ts, one.sensor_ts)) {
      const { temperatura, temperatura_ts, humedad, humedad_ts, sensor_ts } = message;
      Object.assign(next, { temperatura, temperatura_ts, humedad, humedad_ts, sensor_ts });
    }
    return withoutTheResolved(next);
  });
}

/** Applies "placa:estado": sets whether the board's switches are reachable. */
export function withPlaca(list: readonly SwitchEnVivo[], message: LivePayload<'placa:estado'>): SwitchEnVivo[] {
  return list.map((one) =>
    one.placa_id === message.placa_id ? { ...one, placa_online: message.online ? 1 : 0 } : one,
  );
}

/** Applies "switch:comando": the newest order of a switch. A new order clears the discrepancy until the board reports again. */
export function withComando(list: readonly SwitchEnVivo[], message: LivePayload<'switch:comando'>): SwitchEnVivo[] {
  const { switch_id, ...heard } = message;
  return list.map((one) => {
    if (one.id !== switch_id) return one;
    const comando = afterHearing(one.comando, heard);
    return { ...one, comando, ...(comando.comando_id !== one.comando?.comando_id && { discrepancia: 0 as const }) };
  });
}

/** Applies "switch:fin": why a switch was turned off. */
export const withEnding = (
  list: readonly SwitchEnVivo[],
  { switch_id, fin }: LivePayload<'switch:fin'>,
): SwitchEnVivo[] => list.map((one) => (one.id === switch_id && fin.ts >= (one.fin?.ts ?? 0) ? { ...one, fin } : one));

/** Applies "switch:bloqueo". */
export const withBloqueo = (
  list: readonly SwitchEnVivo[],
  { switch_id, bloqueo }: LivePayload<'switch:bloqueo'>,
): SwitchEnVivo[] => list.map((one) => (one.id === switch_id ? { ...one, bloqueo } : one));

const isNewer = (shownAt: number | null, readAt: number | null): boolean =>
  shownAt !== null && readAt !== null && shownAt > readAt;

/**
 * Merges a list that was read while live messages arrived: it may be older than they are, so each half keeps its newer value. For a query's
 * `structuralSharing`. A switch on another pin or board starts fresh.
 */
export function withTheNewest(shownList: unknown, readList: unknown): unknown {
  if (!Array.isArray(shownList) || !Array.isArray(readList)) return readList;
  const shownById = new Map((shownList as SwitchEnVivo[]).map((one) => [one.id, one]));
  return (readList as SwitchEnVivo[]).map((one) => {
    const previous = shownById.get(one.id);
    if (!previous || previous.placa_id !== one.placa_id) return one;
    const next = { ...one };
    if (previous.hardware_pin === one.hardware_pin && isNewer(previous.estado_ts, one.estado_ts))
      Object.assign(next, { estado: previous.estado, estado_ts: previous.estado_ts, fin: previous.fin });
    else if (one.estado === 0 && isNewer(previous.fin?.ts ?? null, one.fin?.ts ?? null)) next.fin = previous.fin;
    if (previous.sensor_pin === one.sensor_pin && isNewer(previous.sensor_ts, one.sensor_ts)) {
      const { temperatura, temperatura_ts, humedad, humedad_ts, sensor_ts } = previous;
      Object.assign(next, { temperatura, temperatura_ts, humedad, humedad_ts, sensor_ts });
    }
    if (one.comando || isUnderWay(previous.comando)) next.comando = newerOf(previous.comando, one.comando);
    return withoutTheResolved(next);
  });
}
