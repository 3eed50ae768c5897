import { queryOptions } from '@tanstack/react-query';
import { companyZone, dayOf } from '../../lib/format/format.js';
import { api } from '../../lib/http/api-client.js';
import { KEPT } from '../../lib/offline/last-state.js';
import { serverNow } from '../../lib/time/server-clock.js';
import { dayAfter } from '../../lib/time/zone.js';

const REFRESH_MS = 10_000;
export const TURNOS_KEY = ['turnos.listar'];

interface Range {
  empresaId?: number | null;
  /** YYYY-MM-DD; default: {@link around} now. */
  desde?: string;
  hasta?: string;
}

/**
 * Yesterday to tomorrow. The server answers with the turns that start on these days: one that started before midnight may still run, and
 * the next one may come tomorrow.
 */
const around = (now: number): { desde: string; hasta: string } => {
  const today = dayOf(now, companyZone()) ?? '';
  return { desde: dayAfter(today, -1), hasta: dayAfter(today, 1) };
};

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
            // Of the moment of the request, not in the key: midnight must not empty the screen.
            ...(desde === undefined || hasta === undefined ? around(serverNow()) : { desde, hasta }),
          },
        },
        { signal },
      ),
    refetchInterval: REFRESH_MS,
  });
