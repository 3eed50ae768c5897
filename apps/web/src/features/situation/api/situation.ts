import { queryOptions, useQuery } from '@tanstack/react-query';
import { allEmpresas } from '../../../entities/empresa/all-empresas.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

/** Polling of the data beside the list of alarms, ms. */
const REFRESH_MS = 60_000;

/** All companies, for an admin_global. */
export const useEmpresas = (read: boolean) =>
  useQuery({ ...allEmpresas, enabled: read, refetchInterval: soonAfterFailure(REFRESH_MS) });

/** Open valves and readings of each company; `read` false: not yet. */
export const usePulses = (read: boolean) =>
  useQuery({
    queryKey: ['situacion.pulso'],
    queryFn: ({ signal }) => api('situacion.pulso', {}, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** Today's water of each company, and the turns that run or are near; null: of all companies. `read` false: not yet. */
export const useRiegoHoy = (empresaId: number | null, read: boolean) =>
  useQuery({
    queryKey: ['situacion.riego', empresaId],
    queryFn: ({ signal }) =>
      api('situacion.riego', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** The last day of a point, in hours. */
export const puntoDay = (puntoId: number) =>
  queryOptions({
    queryKey: ['puntos.serie', puntoId, 'dia'],
    queryFn: ({ signal }) =>
      api('puntos.serie', { params: { id: String(puntoId) }, query: { puntos: '24' } }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** The newest commands that the person may see, newest first. */
export const useLastOrders = (empresaId: number | null, read: boolean) =>
  useQuery({
    queryKey: ['comandos.listar', 'situacion', empresaId],
    queryFn: ({ signal }) =>
      api('comandos.listar', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
