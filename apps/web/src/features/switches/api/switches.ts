import type { SwitchesGuardar } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { CLAVE_SWITCHES, switchesDeEmpresa } from '../../../entities/switch/switches.js';
import { alTerminar } from '../../../lib/http/query-client.js';

/** The switches of the company that is chosen. */
export const useSwitches = (empresaId: number | null) => useQuery(switchesDeEmpresa(empresaId));

/** What can be done to switches. The lists are read again after each, whatever came of it. */
export function useAccionesDeSwitch() {
  const queries = useQueryClient();
  // A panel may have registered its board, and every board tells how many switches it has.
  const onSettled = alTerminar(() =>
    Promise.all([
      queries.invalidateQueries({ queryKey: CLAVE_SWITCHES }),
      queries.invalidateQueries({ queryKey: ['placas.listar'] }),
    ]),
  );
  const guardar = useMutation({
    mutationFn: (body: SwitchesGuardar) => api('switches.guardar_lote', { body }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('switches.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  return { guardar: guardar.mutateAsync, eliminar: eliminar.mutateAsync };
}
