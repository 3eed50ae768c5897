import type { Dispositivo, LecturaEnVivo, Metricas } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dispositivosDeUsuario } from '../../../entities/dispositivo/dispositivos.js';
import { lecturaEnVivo, metricasDeDispositivo, useReleer } from '../../../entities/dispositivo/live-reading.js';
import { withNewerMetrics } from '../../../entities/dispositivo/reading.js';
import { noLlego, trasFalloPronto } from '../../../lib/http/query-client.js';

/** Spec sections 2.12 and 9. */
const REFRESCO_MS = 30_000;
export const LIVE_TIMEOUT_MS = 12_000;

export const useDispositivosDeUsuario = (usuarioId: number) => useQuery(dispositivosDeUsuario(usuarioId));

/** Live reading of one device, read again every 30 s whatever the socket says; never two reads at once. */
export const useLectura = (id: number) =>
  useQuery({ ...lecturaEnVivo(id, LIVE_TIMEOUT_MS), refetchInterval: trasFalloPronto(REFRESCO_MS) }).data;

/** A meter's live reading and its values. `cargando` until the first of them came, or failed to come. */
export function useCentinela(id: number): {
  lectura: LecturaEnVivo | undefined;
  metricas: Metricas | undefined;
  cargando: boolean;
} {
  const live = useQuery({ ...lecturaEnVivo(id, LIVE_TIMEOUT_MS), refetchInterval: trasFalloPronto(REFRESCO_MS) });
  const consulta = useQuery({ ...metricasDeDispositivo(id), refetchInterval: trasFalloPronto(REFRESCO_MS) });
  return {
    lectura: withNewerMetrics(live, consulta),
    metricas: consulta.data,
    cargando: consulta.isLoading && !noLlego(consulta),
  };
}

/** Forces a reading past every cache, of all devices of a section. */
export function useRefrescar(dispositivos: readonly Dispositivo[], conMetricas: boolean) {
  const queries = useQueryClient();
  const releer = useReleer(LIVE_TIMEOUT_MS);
  return useMutation({
    mutationFn: () =>
      Promise.allSettled(
        dispositivos.flatMap(({ id }) => [
          releer(id),
          ...(conMetricas ? [queries.invalidateQueries({ queryKey: metricasDeDispositivo(id).queryKey })] : []),
        ]),
      ),
  });
}
