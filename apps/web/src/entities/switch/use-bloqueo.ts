import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { whenSettled } from '../../lib/http/query-client.js';
import { PANEL_KEY } from './use-live-switches.js';

/** First part of the query key of all lockout lists. */
export const BLOQUEOS_KEY = ['switches.bloqueos'];

/** Locks a switch out, or releases it. After each, also after a failure, the lists are read again. */
export function useBloqueo(switchId: number) {
  const queries = useQueryClient();
  const params = { id: String(switchId) };
  const onSettled = whenSettled(() =>
    Promise.all(
      [PANEL_KEY, ['switches', 'usuario'], BLOQUEOS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })),
    ),
  );
  const lockOut = useMutation({
    mutationFn: (motivo: string) => api('switches.bloquear', { params, body: { motivo } }),
    onSettled,
  });
  const release = useMutation({ mutationFn: () => api('switches.desbloquear', { params }), onSettled });
  return { lockOut: lockOut.mutateAsync, release: release.mutateAsync };
}
