import { PROGRAMA_LIMITS, TURNOS_DIAS } from '@acequia/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TURNOS_KEY } from '../../../entities/programa/turnos.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { KEPT } from '../../../lib/offline/last-state.js';
import type { Dates } from '../../../lib/time/shown-zone.js';
import { dayAfter, startOfDay } from '../../../lib/time/zone.js';
import { intervalsOf } from '../lib/intervals.js';

const REFRESH_MS = 60_000;
/** Most days of one question: turns of more days do not come in one list. */
export const MOST_DAYS = TURNOS_DIAS - PROGRAMA_LIMITS.START_DAYS;

/** Days YYYY-MM-DD, both included. */
export interface Days {
  desde: string;
  hasta: string;
}

/** The last `days` days up to that of `now` (ms). */
export const lastDays = (now: number, days: number, { dayOf }: Dates): Days => {
  const hasta = dayOf(now) ?? '';
  return { desde: dayAfter(hasta, 1 - days), hasta };
};

/** When a switch was on in these days of a zone, newest first, with who began it and what it took. */
export const useWho = (switchId: number, { desde, hasta }: Days, timeZone: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...TURNOS_KEY, 'quien', switchId, desde, hasta, timeZone],
    meta: KEPT,
    queryFn: async ({ signal }) => {
      const switch_id = String(switchId);
      const span = {
        desde: String(startOfDay(desde, timeZone) ?? 0),
        hasta: String(startOfDay(dayAfter(hasta, 1), timeZone) ?? 0),
      };
      const [events, comandos, turnos] = await Promise.all([
        api('historial.eventos', { query: { switch_id, desde, hasta } }, { signal }),
        api('comandos.listar', { query: { switch_id, ...span } }, { signal }),
        api('turnos.listar', { query: { switch_id, desde: dayAfter(desde, -1), hasta } }, { signal }),
      ]);
      return intervalsOf(events, comandos, turnos);
    },
    placeholderData: keepPreviousData,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });
