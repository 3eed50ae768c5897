import type { Dispositivo } from '@acequia/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { api } from '../../../lib/http/api-client.js';
import { dispositivosDeUsuario } from '../../../entities/dispositivo/dispositivos.js';
import { ahora } from '../../../lib/time/server-clock.js';
import { lecturaEnVivo, useCanales, useReleer } from '../../../entities/dispositivo/live-reading.js';
import { noLlego, trasFalloPronto } from '../../../lib/http/query-client.js';

const REFRESCO_MS = 30_000;
const HORA_MS = 3_600_000;

export const RANGOS = { dia: 24 * HORA_MS, semana: 7 * 24 * HORA_MS, mes: 30 * 24 * HORA_MS } as const;
export type Rango = keyof typeof RANGOS;

/** The device itself: handed over by the list one came from, or looked up when the address was opened directly. */
export function useCentinela(id: number, usuarioId: number) {
  const { state } = useLocation() as { state: { dispositivo?: Dispositivo } | null };
  const dado = state?.dispositivo?.id === id ? state.dispositivo : undefined;
  const lista = useQuery({ ...dispositivosDeUsuario(usuarioId), enabled: !dado });
  const fallo = !dado && noLlego(lista);
  return {
    dispositivo: dado ?? lista.data?.find((uno) => uno.id === id),
    cargando: !dado && !fallo && lista.isPending,
    fallo: fallo && !lista.data,
  };
}

/** The meter's live reading with its values; the socket's messages keep it current, a poll is the safety net. */
export function useMedicion(id: number) {
  useCanales([id]);
  const consulta = useQuery({ ...lecturaEnVivo(id), refetchInterval: trasFalloPronto(REFRESCO_MS) });
  const releer = useReleer();
  const refresco = useMutation({ mutationFn: () => releer(id) });
  return {
    lectura: consulta.data,
    cargando: consulta.isPending && !noLlego(consulta),
    refrescar: refresco.mutate,
    refrescando: refresco.isPending,
  };
}

/** How far a chart may lag behind the present, ms: a new range is asked for this often, so that the cache can help between. */
const PASO_MS = 60_000;

export const useSerie = (id: number, rango: Rango) =>
  useQuery({
    queryKey: ['dispositivos.energia', id, rango],
    queryFn: ({ signal }) => {
      const hasta = Math.ceil(ahora() / PASO_MS) * PASO_MS;
      return api(
        'dispositivos.energia',
        {
          params: { id: String(id) },
          query: { desde: String(hasta - RANGOS[rango]), hasta: String(hasta), ancho: '300' },
        },
        { signal },
      );
    },
    refetchInterval: trasFalloPronto(PASO_MS),
  });

export const useDias = (id: number) =>
  useQuery({
    queryKey: ['dispositivos.energia_dias', id],
    queryFn: ({ signal }) => api('dispositivos.energia_dias', { params: { id: String(id) }, query: {} }, { signal }),
    refetchInterval: trasFalloPronto(10 * PASO_MS),
  });
