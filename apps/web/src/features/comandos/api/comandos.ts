import type { Comando, LivePayload, RouteQueryInput } from '@acequia/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { useLive } from '../../../lib/live/live.js';
import { parchear } from '../../../lib/http/patch.js';
import { EN_VIVO, trasFalloPronto } from '../../../lib/http/query-client.js';

export type Filtros = RouteQueryInput<'comandos.listar'>;

/** The safety net for a message that was missed. */
const REFRESCO_MS = 20_000;

type Oido = LivePayload<'switch:comando'> | LivePayload<'dispositivo:comando'>;

const con = (filas: readonly Comando[], { comando_id, estado, detalle }: Oido): Comando[] =>
  filas.map((fila) => (fila.comando_id === comando_id ? { ...fila, estado, detalle } : fila));

/** Commands, newest first; their states are kept current, and a new one is read with who asked for it. */
export function useComandos(filtros: Filtros, leer: boolean) {
  const queries = useQueryClient();
  const queryKey = ['comandos.listar', filtros];
  const oir = (message: Oido) => {
    const filas = queries.getQueryData<Comando[]>(queryKey);
    if (filas?.some(({ comando_id }) => comando_id === message.comando_id))
      parchear<Comando[]>(queries, queryKey, (list) => list && con(list, message));
    else void queries.invalidateQueries({ queryKey });
  };
  const { switch_id: elSwitch, dispositivo_id: elDispositivo } = filtros;
  useLive('switch:comando', (message) => {
    if (!elDispositivo && (!elSwitch || elSwitch === String(message.switch_id))) oir(message);
  });
  useLive('dispositivo:comando', (message) => {
    if (!elSwitch && (!elDispositivo || elDispositivo === String(message.dispositivo_id))) oir(message);
  });
  return useQuery({
    queryKey,
    meta: EN_VIVO,
    queryFn: ({ signal }) => api('comandos.listar', { query: filtros }, { signal }),
    enabled: leer,
    refetchInterval: trasFalloPronto(REFRESCO_MS),
  });
}
