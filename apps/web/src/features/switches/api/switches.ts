import type { SwitchesSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { SWITCHES_KEY, switchesOfEmpresa } from '../../../entities/switch/switches.js';
import { whenSettled } from '../../../lib/http/query-client.js';

/** The switches of the company that is chosen. */
export const useSwitches = (empresaId: number | null) => useQuery(switchesOfEmpresa(empresaId));

/** What can be done to switches. The lists are read again after each, whatever came of it. */
export function useSwitchActions() {
  const queries = useQueryClient();
  // A panel may have registered its board, and every board tells how many switches it has.
  const onSettled = whenSettled(() =>
    Promise.all([
      queries.invalidateQueries({ queryKey: SWITCHES_KEY }),
      queries.invalidateQueries({ queryKey: ['placas.listar'] }),
    ]),
  );
  const save = useMutation({
    mutationFn: (body: SwitchesSave) => api('switches.guardar_lote', { body }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('switches.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  return { save: save.mutateAsync, eliminar: eliminar.mutateAsync };
}
