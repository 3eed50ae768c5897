import type { ReglaClimaSave } from '@acequia/contracts';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { REGLAS_KEY, reglasOf } from '../../../entities/regla/reglas.js';
import { MANDOS_KEY } from '../../../entities/programa/mandos.js';
import { api } from '../../../lib/http/api-client.js';
import { useOnceMade } from '../../../lib/http/once-made.js';
import { whenSettled } from '../../../lib/http/query-client.js';

/** Poll while a board has not taken a rule yet. ms */
const REFRESH_MS = 10_000;

export const useReglas = (empresaId: number | null) =>
  useQuery({ ...reglasOf(empresaId), enabled: empresaId !== null, refetchInterval: REFRESH_MS });

export interface DerivedQuery {
  switch_id: string;
  /** YYYY-MM-DD. */
  desde: string;
  hasta: string;
  /** Base temperature of the degree days, °C. */
  base: string;
}

/** Daily values derived from a switch's sensor; null = no sensor is chosen. */
export const useDerived = (query: DerivedQuery | null) =>
  useQuery({
    queryKey: ['clima.derivados', query],
    queryFn: query ? ({ signal }) => api('clima.derivados', { query }, { signal }) : skipToken,
  });

interface Save {
  /** Null: a new rule. */
  id: number | null;
  data: ReglaClimaSave;
}

export function useReglaActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(async () => {
    await queries.invalidateQueries({ queryKey: [REGLAS_KEY] });
    await queries.invalidateQueries({ queryKey: MANDOS_KEY });
  });
  const onceMade = useOnceMade();
  const save = useMutation({
    mutationFn: ({ id, data }: Save) =>
      id === null
        ? onceMade(data, (keyed) => api('clima.crear', { body: data }, keyed))
        : api('clima.actualizar', { params: { id: String(id) }, body: data }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('clima.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  return { save: save.mutateAsync, eliminar: eliminar.mutateAsync };
}
