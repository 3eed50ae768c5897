import type { CaudalMedido, Switch } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { puntosOfEmpresa } from '../../../entities/punto/puntos.js';
import { api } from '../../../lib/http/api-client.js';

/** How often a flow that is being learned is asked for, ms. */
const AWAITED_MS = 15_000;

/** What its meter counts while this valve alone is open; undefined = not learned. */
export function useLearnedFlow({ id, empresa_id }: Switch, awaited: boolean): CaudalMedido | undefined {
  const { data } = useQuery({
    queryKey: ['turnos.caudales', empresa_id],
    queryFn: ({ signal }) => api('turnos.caudales', { query: { empresa_id: String(empresa_id) } }, { signal }),
    refetchInterval: awaited ? AWAITED_MS : false,
  });
  return data?.find(({ switches }) => switches.length === 1 && switches[0] === id);
}

/** Whether a meter counts the water of this valve. */
export function useHasMeter({ id, empresa_id }: Switch): boolean {
  const { data = [] } = useQuery(puntosOfEmpresa(empresa_id));
  return data.some(
    ({ activo, magnitud, mide }) => activo === 1 && magnitud === 'volumen' && mide?.switch_ids.includes(id),
  );
}
