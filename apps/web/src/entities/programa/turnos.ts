import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { KEPT } from '../../lib/offline/last-state.js';

const REFRESH_MS = 10_000;
export const TURNOS_KEY = ['turnos.listar'];

interface Range {
  empresaId?: number | null;
  /** YYYY-MM-DD; default: today. */
  desde?: string;
  hasta?: string;
}

/** Turns of a range of days, planned and real. */
export const turnosOf = ({ empresaId = null, desde, hasta }: Range = {}) =>
  queryOptions({
    queryKey: [...TURNOS_KEY, empresaId, desde ?? null, hasta ?? null],
    meta: KEPT,
    queryFn: ({ signal }) =>
      api(
        'turnos.listar',
        {
          query: {
            ...(empresaId !== null && { empresa_id: String(empresaId) }),
            ...(desde !== undefined && { desde }),
            ...(hasta !== undefined && { hasta }),
          },
        },
        { signal },
      ),
    refetchInterval: REFRESH_MS,
  });
