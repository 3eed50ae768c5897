import type { SensorDia } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { soonAfterFailure } from '../../lib/http/query-client.js';

/** Its points are hours. ms */
const REFRESH_MS = 5 * 60_000;

/** The last day of every sensor of a company, by the id of its switch; undefined while unknown. `read` false: not yet. */
export const useSensorDays = (empresaId: number, read: boolean) =>
  useQuery({
    queryKey: ['situacion.sensores', empresaId],
    queryFn: ({ signal }) => api('situacion.sensores', { query: { empresa_id: String(empresaId) } }, { signal }),
    select: byId,
    enabled: read,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  }).data;

const byId = (days: readonly SensorDia[]) => new Map(days.map((day) => [day.switch_id, day]));
