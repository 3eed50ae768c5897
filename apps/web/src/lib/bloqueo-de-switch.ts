import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api-client.js';

/** Locks a switch out, or releases it. The lists that show it are read again, whatever came of it. */
export function useBloqueoDeSwitch(switchId: number) {
  const queries = useQueryClient();
  const params = { id: String(switchId) };
  const onSettled = () => queries.invalidateQueries({ queryKey: ['switches.panel'] });
  const bloquear = useMutation({
    mutationFn: (motivo: string) => api('switches.bloquear', { params, body: { motivo } }),
    onSettled,
  });
  const liberar = useMutation({ mutationFn: () => api('switches.desbloquear', { params }), onSettled });
  return { bloquear: bloquear.mutateAsync, liberar: liberar.mutateAsync };
}
