import type { CaudalMedido } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';

/** What its meter counts while this valve alone is open; undefined = not learned, or not a switch yet. */
export function useLearnedFlow(empresaId: number, switchId: number | null): CaudalMedido | undefined {
  const { data } = useQuery({
    queryKey: ['turnos.caudales', empresaId],
    queryFn: ({ signal }) => api('turnos.caudales', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: switchId !== null,
  });
  return data?.find(({ switches }) => switches.length === 1 && switches[0] === switchId);
}
