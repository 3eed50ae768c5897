import type { Condicion, DescartadoReintentar } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../../components/form/failure.js';
import { toast } from '../../../components/toasts.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

const KEY = ['estado.leer'];
const REFRESH_MS = 10_000;

export const useEstado = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('estado.leer', {}, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

export function useRetry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DescartadoReintentar) => api('estado.reintentar', { body }),
    onSuccess: () => toast.success(texts.retried),
    onError: (error) => toast.error(texts.retryFailed, reasonOf(error)),
    onSettled: whenSettled(() => queries.invalidateQueries({ queryKey: KEY })),
  });
}

const TOLD = ['guardia.condiciones'];

/** Whom of the platform's rota what holds now was told, and who has acknowledged it. */
export const useToldOnDuty = () =>
  useQuery({
    queryKey: TOLD,
    queryFn: ({ signal }) => api('guardia.condiciones', {}, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

export function useAcknowledge() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (condicion: Condicion) => api('guardia.reconocer', { body: { condicion } }),
    onError: (error) => toast.error(texts.duty.failed, reasonOf(error)),
    onSettled: whenSettled(() => queries.invalidateQueries({ queryKey: TOLD })),
  });
}
