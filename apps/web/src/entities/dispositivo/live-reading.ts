import { JOIN_DEVICE, type LecturaEnVivo, type Metricas } from '@acequia/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { useOnConnect, useLive } from '../../lib/live/live.js';
import { parchear } from '../../lib/http/patch.js';
import { ahora } from '../../lib/time/server-clock.js';
import { EN_VIVO } from '../../lib/http/query-client.js';

/** What the relay cloud last said of a device. `timeoutMs` as the screen's spec has it. */
export const lecturaEnVivo = (dispositivoId: number, timeoutMs?: number) =>
  queryOptions({
    queryKey: ['monitor.en_vivo', dispositivoId],
    meta: EN_VIVO,
    queryFn: ({ signal }) => leer(dispositivoId, false, { signal, timeoutMs }),
  });

const leer = (
  id: number,
  nocache: boolean,
  { signal, timeoutMs }: { signal?: AbortSignal; timeoutMs?: number | undefined },
): Promise<LecturaEnVivo> =>
  api(
    'monitor.en_vivo',
    { params: { id: String(id) }, query: nocache ? { nocache: '1' } : {} },
    { signal, ...(timeoutMs !== undefined && { timeoutMs }) },
  );

/** Asks the relay cloud anew (nocache=1) and shows the answer wherever the device is on the screen. */
export function useReleer(timeoutMs?: number): (dispositivoId: number) => Promise<void> {
  const queries = useQueryClient();
  return async (id) => {
    const { queryKey } = lecturaEnVivo(id);
    // An answer from the cache that is still under way must not overwrite the fresh one.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, await leer(id, true, { timeoutMs }));
  };
}

/** A meter's values, apart from the live reading because the spec asks for them by a call of their own. */
export const metricasDeDispositivo = (dispositivoId: number) =>
  queryOptions({
    queryKey: ['dispositivos.metricas', dispositivoId],
    meta: EN_VIVO,
    queryFn: ({ signal }) => api('dispositivos.metricas', { params: { id: String(dispositivoId) } }, { signal }),
  });

/** Joins the devices' channels on every connection, and puts what arrives into their readings. */
export function useCanales(ids: readonly number[]): void {
  const queries = useQueryClient();
  useOnConnect((socket) => ids.forEach((id) => socket.emit(JOIN_DEVICE, id)), ids.join());
  const ver = (id: number, cambio: (previa: LecturaEnVivo | undefined) => Partial<LecturaEnVivo>) => {
    const ts_ms = ahora();
    parchear<LecturaEnVivo>(queries, lecturaEnVivo(id).queryKey, (previa) => ({
      ...(previa ?? { estado: { estado: null }, metricas: null }),
      online: true,
      ts_ms,
      motivo: null,
      ...cambio(previa),
    }));
  };
  useLive('device:status', ({ dispositivo_id, status }) =>
    ver(dispositivo_id, () => ({ estado: { estado: status === 'on' ? 1 : 0 } })),
  );
  useLive('dispositivo:conexion', ({ dispositivo_id, online, motivo, ts }) =>
    ver(dispositivo_id, () => ({ online, motivo, ts_ms: ts })),
  );
  useLive('metrics', ({ dispositivo_id, ...metricas }) => {
    ver(dispositivo_id, (previa) => ({ metricas: { ...previa?.metricas, ...metricas } }));
    const { queryKey } = metricasDeDispositivo(dispositivo_id);
    parchear<Metricas>(queries, queryKey, (previas) => ({ ...previas, ...metricas }));
  });
  useLive('dispositivo:comando', ({ dispositivo_id, comando_id, accion, estado, ts }) =>
    parchear<LecturaEnVivo>(
      queries,
      lecturaEnVivo(dispositivo_id).queryKey,
      (previa) => previa && { ...previa, comando: { comando_id, accion, estado, ts } },
    ),
  );
}
