import { isFurther, JOIN_DEVICE, type LecturaEnVivo, type Metricas } from '@acequia/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { useOnConnect, useLive } from '../../lib/live/live.js';
import { patchData } from '../../lib/http/patch.js';
import { serverNow } from '../../lib/time/server-clock.js';
import { PATCHED_LIVE } from '../../lib/http/query-client.js';
import { KEPT } from '../../lib/offline/last-state.js';

/** The last reading of a device from the relay cloud. `timeoutMs`: other than that of every call (CALL-1). */
export const liveReading = (dispositivoId: number, timeoutMs?: number) =>
  queryOptions({
    queryKey: ['monitor.en_vivo', dispositivoId],
    meta: { ...PATCHED_LIVE, ...KEPT },
    queryFn: ({ signal }) => read(dispositivoId, false, { signal, timeoutMs }),
  });

const read = (
  id: number,
  nocache: boolean,
  { signal, timeoutMs }: { signal?: AbortSignal; timeoutMs?: number | undefined },
): Promise<LecturaEnVivo> =>
  api(
    'monitor.en_vivo',
    { params: { id: String(id) }, query: nocache ? { nocache: '1' } : {} },
    { signal, ...(timeoutMs !== undefined && { timeoutMs }) },
  );

/** Forces a fresh reading from the relay cloud (nocache=1) and shows it wherever the device appears. */
export function useReadAgain(timeoutMs?: number): (dispositivoId: number) => Promise<void> {
  const queries = useQueryClient();
  return async (id) => {
    const { queryKey } = liveReading(id);
    // A cached answer that is still under way must not overwrite the fresh one.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, await read(id, true, { timeoutMs }));
  };
}

/** A meter's values; a separate query because they have a call of their own (CALL-5). */
export const metricsOfDispositivo = (dispositivoId: number) =>
  queryOptions({
    queryKey: ['dispositivos.metricas', dispositivoId],
    meta: { ...PATCHED_LIVE, ...KEPT },
    queryFn: ({ signal }) => api('dispositivos.metricas', { params: { id: String(dispositivoId) } }, { signal }),
  });

/** Joins the devices' channels on every connection and applies their messages to the readings. */
export function useDeviceChannels(ids: readonly number[]): void {
  const queries = useQueryClient();
  useOnConnect((socket) => ids.forEach((id) => socket.emit(JOIN_DEVICE, id)), ids.join());
  const patch = (id: number, change: (previous: LecturaEnVivo | undefined) => Partial<LecturaEnVivo>) => {
    const ts_ms = serverNow();
    patchData<LecturaEnVivo>(queries, liveReading(id).queryKey, (previous) => ({
      ...(previous ?? { estado: { estado: null }, metricas: null }),
      online: true,
      ts_ms,
      motivo: null,
      ...change(previous),
    }));
  };
  useLive('device:status', ({ dispositivo_id, status }) =>
    patch(dispositivo_id, () => ({ estado: { estado: status === 'on' ? 1 : 0 } })),
  );
  useLive('dispositivo:conexion', ({ dispositivo_id, online, motivo, ts }) =>
    patch(dispositivo_id, () => ({ online, motivo, ts_ms: ts })),
  );
  useLive('metrics', ({ dispositivo_id, ...metricas }) => {
    patch(dispositivo_id, (previous) => ({ metricas: { ...previous?.metricas, ...metricas } }));
    const { queryKey } = metricsOfDispositivo(dispositivo_id);
    patchData<Metricas>(queries, queryKey, (before) => ({ ...before, ...metricas }));
  });
  useLive('dispositivo:comando', ({ dispositivo_id, comando_id, accion, estado, ts }) =>
    patchData<LecturaEnVivo>(queries, liveReading(dispositivo_id).queryKey, (previous) => {
      const shown = previous?.comando;
      if (!previous || (shown?.comando_id === comando_id && !isFurther(estado, shown.estado))) return previous;
      return { ...previous, comando: { comando_id, accion, estado, ts } };
    }),
  );
}
