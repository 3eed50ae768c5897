import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { alTerminar } from '../../lib/http/query-client.js';

/** First part of the key of every list of lock-outs. */
export const CLAVE_BLOQUEOS = ['switches.bloqueos'];

/** Locks a switch out, or releases it. The lists that show it are read again, whatever came of it. */
export function useBloqueoDeSwitch(switchId: number) {
  const queries = useQueryClient();
  const params = { id: String(switchId) };
  const onSettled = alTerminar(() =>
    Promise.all(
      [['switches.panel'], ['switches', 'usuario'], CLAVE_BLOQUEOS].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    ),
  );
  const bloquear = useMutation({
    mutationFn: (motivo: string) => api('switches.bloquear', { params, body: { motivo } }),
    onSettled,
  });
  const liberar = useMutation({ mutationFn: () => api('switches.desbloquear', { params }), onSettled });
  return { bloquear: bloquear.mutateAsync, liberar: liberar.mutateAsync };
}
