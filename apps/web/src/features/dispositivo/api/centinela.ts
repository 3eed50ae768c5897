import type { Dispositivo } from '@acequia/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { api } from '../../../lib/http/api-client.js';
import { dispositivosOfUsuario } from '../../../entities/dispositivo/dispositivos.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { liveReading, useDeviceChannels, useReadAgain } from '../../../entities/dispositivo/live-reading.js';
import { neverCame, soonAfterFailure } from '../../../lib/http/query-client.js';
import { KEPT } from '../../../lib/offline/last-state.js';

const REFRESH_MS = 30_000;
const HOUR_MS = 3_600_000;

export const RANGES = { day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS } as const;
/** A range of instants, ms. */
export interface Span {
  desde: number;
  hasta: number;
}
export type Range = keyof typeof RANGES;

/** The device: passed by the list that the person came from, or read when the address was opened directly. */
export function useCentinela(id: number, usuarioId: number) {
  const { state } = useLocation() as { state: { dispositivo?: Dispositivo } | null };
  const given = state?.dispositivo?.id === id ? state.dispositivo : undefined;
  const list = useQuery({ ...dispositivosOfUsuario(usuarioId), enabled: !given });
  return {
    dispositivo: given ?? list.data?.find((one) => one.id === id),
    reading: { ...list, data: given ? [given] : list.data },
  };
}

/** The meter's live reading and its values; live messages update them and polling covers missed messages. */
export function useMeasurement(id: number) {
  useDeviceChannels([id]);
  const query = useQuery({ ...liveReading(id), refetchInterval: soonAfterFailure(REFRESH_MS) });
  const readAgain = useReadAgain();
  const refreshCall = useMutation({ mutationFn: () => readAgain(id) });
  return {
    reading: query.data,
    loading: query.isPending && !neverCame(query),
    refresh: refreshCall.mutate,
    refreshing: refreshCall.isPending,
  };
}

/** How far a chart may lag, ms: the requested range moves in steps of this length, so that the cache works in between. */
const STEP_LENGTH_MS = 60_000;

export const useMeterSeries = (id: number, range: Range) =>
  useQuery({
    queryKey: ['dispositivos.energia', id, range],
    meta: KEPT,
    queryFn: async ({ signal }) => {
      const hasta = Math.ceil(serverNow() / STEP_LENGTH_MS) * STEP_LENGTH_MS;
      const frame: Span = { desde: hasta - RANGES[range], hasta };
      const query = { desde: String(frame.desde), hasta: String(frame.hasta), ancho: '300' };
      return { frame, serie: await api('dispositivos.energia', { params: { id: String(id) }, query }, { signal }) };
    },
    refetchInterval: soonAfterFailure(STEP_LENGTH_MS),
  });

/** kWh of each day from this day on (YYYY-MM-DD); null = of the last thirty. */
export const useDays = (id: number, desde: string | null) =>
  useQuery({
    queryKey: ['dispositivos.energia_dias', id, desde],
    meta: KEPT,
    queryFn: ({ signal }) =>
      api(
        'dispositivos.energia_dias',
        { params: { id: String(id) }, query: desde === null ? {} : { desde } },
        { signal },
      ),
    refetchInterval: soonAfterFailure(10 * STEP_LENGTH_MS),
  });
