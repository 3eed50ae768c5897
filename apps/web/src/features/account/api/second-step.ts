import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

const STEP_KEY = ['cuenta.segundo_paso'];
const SESSIONS_KEY = ['cuenta.sesiones'];

/** Whether the person logs in with two steps. */
export const useSecondStep = () =>
  useQuery({
    queryKey: STEP_KEY,
    queryFn: ({ signal }) => api('cuenta.segundo_paso', {}, { signal }),
    refetchInterval: soonAfterFailure(Infinity),
  });

export function useSecondStepActions() {
  const queries = useQueryClient();
  // Once it is set up, what was refused before is answered.
  const onSuccess = () => queries.invalidateQueries();
  const prepare = useMutation({
    mutationFn: (body: { actual: string }) => api('cuenta.preparar_segundo_paso', { body }),
  });
  const confirm = useMutation({
    mutationFn: (body: { codigo: string }) => api('cuenta.confirmar_segundo_paso', { body }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (body: { actual: string; codigo: string }) => api('cuenta.quitar_segundo_paso', { body }),
    onSuccess,
  });
  return { prepare, confirm, remove };
}

/** The person's open sessions. */
export const useSessions = () =>
  useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => api('cuenta.sesiones', {}, { signal }),
    refetchInterval: soonAfterFailure(Infinity),
  });

export function useCloseSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (huella: string) => api('cuenta.cerrar_sesion', { params: { huella } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
