import type { SwitchesSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { SWITCHES_KEY, switchesOfEmpresa } from '../../../entities/switch/switches.js';
import { PANEL_KEY } from '../../../entities/switch/use-live-switches.js';
import { whenSettled } from '../../../lib/http/query-client.js';

export const useSwitches = (empresaId: number | null) => useQuery(switchesOfEmpresa(empresaId));

/** Actions on switches. After each, also after a failure, the lists are read again. */
export function useSwitchActions() {
  const queries = useQueryClient();
  // Saving a panel may register its board, and each board reports its number of switches.
  const onSettled = whenSettled(() =>
    Promise.all([
      queries.invalidateQueries({ queryKey: SWITCHES_KEY }),
      queries.invalidateQueries({ queryKey: PANEL_KEY }),
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
