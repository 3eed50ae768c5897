import { JOIN_DEVICE, type Dispositivo, type LecturaEnVivo, type Metricas } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api-client.js';
import { lecturaEnVivo, useReleer } from '../../../lib/lectura-en-vivo.js';
import { useAlConectar, useLive } from '../../../lib/live.js';
import { ahora } from '../../../lib/server-clock.js';

/** Spec sections 2.12 and 9. */
const REFRESCO_MS = 30_000;
const ESPERA_MS = 12_000;

export const useDispositivosDeUsuario = (usuarioId: number) =>
  useQuery({
    queryKey: ['dispositivos.de_usuario', usuarioId],
    queryFn: ({ signal }) => api('dispositivos.de_usuario', { query: { usuario_id: String(usuarioId) } }, { signal }),
  });

/** Live reading of one device, read again every 30 s whatever the socket says; never two reads at once. */
export const useLectura = (id: number) =>
  useQuery({ ...lecturaEnVivo(id, ESPERA_MS), refetchInterval: REFRESCO_MS }).data;

const metricasDe = (id: number) => ({
  queryKey: ['dispositivos.metricas', id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api('dispositivos.metricas', { params: { id: String(id) } }, { signal }),
});

/** A meter's values. `cargando` until the first of them came, or failed to come. */
export function useMetricas(id: number): { metricas: Metricas | undefined; cargando: boolean } {
  const { data, isLoading } = useQuery({ ...metricasDe(id), refetchInterval: REFRESCO_MS });
  return { metricas: data, cargando: isLoading };
}

/** Joins each device's channel on every connection, and puts what arrives where the cards read. */
export function useCanales(dispositivos: readonly Dispositivo[]): void {
  const queries = useQueryClient();
  useAlConectar(
    (socket) => {
      for (const { id } of dispositivos) socket.emit(JOIN_DEVICE, id);
    },
    dispositivos.map(({ id }) => id).join(),
  );
  const ver = (id: number, cambio: Partial<LecturaEnVivo>) =>
    queries.setQueryData<LecturaEnVivo>(lecturaEnVivo(id).queryKey, (previa) => ({
      ...(previa ?? { estado: { estado: null }, metricas: null }),
      online: true,
      ts_ms: ahora(),
      motivo: null,
      ...cambio,
    }));
  useLive('device:status', ({ dispositivo_id, status }) =>
    ver(dispositivo_id, { estado: { estado: status === 'on' ? 1 : 0 } }),
  );
  useLive('dispositivo:conexion', ({ dispositivo_id, online, motivo, ts }) =>
    ver(dispositivo_id, { online, motivo, ts_ms: ts }),
  );
  useLive('dispositivo:comando', ({ dispositivo_id, comando_id, accion, estado, ts }) =>
    queries.setQueryData<LecturaEnVivo>(
      lecturaEnVivo(dispositivo_id).queryKey,
      (previa) => previa && { ...previa, comando: { comando_id, accion, estado, ts } },
    ),
  );
  useLive('metrics', ({ dispositivo_id, ...metricas }) => {
    ver(dispositivo_id, {});
    queries.setQueryData<Metricas>(metricasDe(dispositivo_id).queryKey, (previas) => ({ ...previas, ...metricas }));
  });
}

/** Forces a reading past every cache, of all devices of a section. */
export function useRefrescar(dispositivos: readonly Dispositivo[], conMetricas: boolean) {
  const queries = useQueryClient();
  const releer = useReleer(ESPERA_MS);
  return useMutation({
    mutationFn: () =>
      Promise.allSettled(
        dispositivos.flatMap(({ id }) => [
          releer(id),
          ...(conMetricas ? [queries.invalidateQueries({ queryKey: metricasDe(id).queryKey })] : []),
        ]),
      ),
  });
}

export type Accion = 'encender' | 'apagar';

/** Switches an actuator. Spec 8: a failure has no message; the shown state goes back to what is known. */
export function useMando(id: number) {
  const queries = useQueryClient();
  const releer = useReleer(ESPERA_MS);
  const mando = useMutation({
    mutationFn: (accion: Accion) => api(`dispositivos.${accion}`, { params: { id: String(id) } }),
    onSuccess: (comando, accion) => {
      if (comando.estado === 'confirmado')
        queries.setQueryData<LecturaEnVivo>(
          lecturaEnVivo(id).queryKey,
          (previa) => previa && { ...previa, estado: { estado: accion === 'encender' ? 1 : 0 } },
        );
      void releer(id).catch(() => undefined);
    },
    onError: (error) => console.error('No se pudo mandar al dispositivo', id, error.message),
  });
  return { mandar: mando.mutate, enCurso: mando.isPending ? mando.variables : null };
}
