import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';

const KEY = ['cuenta.telefono'];

/** The person's number for SMS. */
export const usePhone = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => api('cuenta.telefono', {}, { signal }) });

export function usePhoneActions() {
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: KEY });
  const ask = useMutation({
    mutationFn: (numero: string) => api('cuenta.pedir_telefono', { body: { numero } }),
    onSettled,
  });
  const confirm = useMutation({
    mutationFn: (codigo: string) => api('cuenta.confirmar_telefono', { body: { codigo } }),
    onSettled,
  });
  const remove = useMutation({ mutationFn: () => api('cuenta.quitar_telefono', {}), onSettled });
  return { ask, confirm, remove };
}
