import type { Dispositivo, LecturaEnVivo, Metricas } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dispositivosOfUsuario } from '../../../entities/dispositivo/dispositivos.js';
import { liveReading, metricsOfDispositivo, useReadAgain } from '../../../entities/dispositivo/live-reading.js';
import { withNewerMetrics } from '../../../entities/dispositivo/reading.js';
import { neverCame, soonAfterFailure } from '../../../lib/http/query-client.js';

/** Interval of the live readings, ms (MDIS-6). */
const REFRESH_MS = 30_000;
export const LIVE_TIMEOUT_MS = 12_000;

export const useDispositivosOfUsuario = (usuarioId: number) => useQuery(dispositivosOfUsuario(usuarioId));

/** Live reading of one device, polled every 30 s besides live messages; reads never overlap. */
export const useReading = (id: number) =>
  useQuery({ ...liveReading(id, LIVE_TIMEOUT_MS), refetchInterval: soonAfterFailure(REFRESH_MS) }).data;

/** A meter's live reading and its values. `loading` until the first read of the values succeeds or fails. */
export function useCentinela(id: number): {
  reading: LecturaEnVivo | undefined;
  metricas: Metricas | undefined;
  loading: boolean;
} {
  const live = useQuery({ ...liveReading(id, LIVE_TIMEOUT_MS), refetchInterval: soonAfterFailure(REFRESH_MS) });
  const query = useQuery({ ...metricsOfDispositivo(id), refetchInterval: soonAfterFailure(REFRESH_MS) });
  return {
    reading: withNewerMetrics(live, query),
    metricas: query.data,
    loading: query.isLoading && !neverCame(query),
  };
}

/** Forces fresh readings, past all caches, of all devices of a section. */
export function useRefresh(dispositivos: readonly Dispositivo[], withMetrics: boolean) {
  const queries = useQueryClient();
  const readAgain = useReadAgain(LIVE_TIMEOUT_MS);
  return useMutation({
    mutationFn: () =>
      Promise.allSettled(
        dispositivos.flatMap(({ id }) => [
          readAgain(id),
          ...(withMetrics ? [queries.invalidateQueries({ queryKey: metricsOfDispositivo(id).queryKey })] : []),
        ]),
      ),
  });
}
