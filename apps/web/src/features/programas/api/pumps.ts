import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';

/** A pump that runs with its valves, by its interlock group. */
export interface Pump {
  bomba_id: number;
  valves: readonly number[];
  lead_s: number;
  lag_s: number;
}

/** The pumps of a company, from its interlock groups. */
export const usePumps = (empresaId: number) =>
  useQuery({
    queryKey: ['enclavamientos.listar', empresaId],
    queryFn: ({ signal }) => api('enclavamientos.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    select: (groups): Pump[] =>
      groups.flatMap(({ bomba_id, switches, retardo_encendido_s, retardo_apagado_s }) =>
        bomba_id === null
          ? []
          : [{ bomba_id, valves: switches, lead_s: retardo_encendido_s, lag_s: retardo_apagado_s }],
      ),
  });
