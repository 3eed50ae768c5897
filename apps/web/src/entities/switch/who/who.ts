import {
  COMANDOS_MAX,
  HISTORIAL_MAX,
  HISTORIAL_PAGE,
  PROGRAMA_LIMITS,
  TURNOS_DIAS,
  type Comando,
  type HistorialEvent,
  type Turno,
} from '@acequia/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { TURNOS_KEY } from '../../programa/turnos.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { KEPT } from '../../../lib/offline/last-state.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { datesIn, type Dates } from '../../../lib/time/shown-zone.js';
import { dayAfter, startOfDay } from '../../../lib/time/zone.js';
import { BEFORE_MS, intervalsOf } from './intervals.js';
import { type Days, piecesOf } from './pieces.js';

const REFRESH_MS = 60_000;
const HALF_AN_HOUR_MS = 30 * 60_000;
/** Days of which turns are asked for at once: those of more days do not come in one list. */
const PIECE_DAYS = TURNOS_DIAS - PROGRAMA_LIMITS.START_DAYS;

/** The last `days` days up to that of `now` (ms). */
export const lastDays = (now: number, days: number, { dayOf }: Dates): Days => {
  const hasta = dayOf(now) ?? '';
  return { desde: dayAfter(hasta, 1 - days), hasta };
};

/** All changes of state of these days, newest first. */
async function eventsOf(switch_id: string, { desde, hasta }: Days, signal: AbortSignal): Promise<HistorialEvent[]> {
  const query = { switch_id, desde, hasta };
  const all = await api('historial.eventos', { query }, { signal });
  let more = all.length >= HISTORIAL_MAX;
  while (more) {
    const page = await api('historial.eventos', { query: { ...query, antes: all.at(-1)!._id } }, { signal });
    all.push(...page);
    more = page.length >= HISTORIAL_PAGE;
  }
  return all;
}

/** All commands of [desde, hasta), ms, newest first; two lists may share those of one moment. */
async function comandosOf(switch_id: string, desde: number, hasta: number, signal: AbortSignal): Promise<Comando[]> {
  const all: Comando[] = [];
  for (let end = hasta; ;) {
    const query = { switch_id, desde: String(desde), hasta: String(end) };
    const list = await api('comandos.listar', { query }, { signal });
    all.push(...list);
    const oldest = list.at(-1)?.ts ?? 0;
    if (list.length < COMANDOS_MAX || oldest + 1 >= end) return all;
    end = oldest + 1;
  }
}

/** What may have turned a switch on and off in a piece of its history; of days long over it is asked for once. */
const causesOf = (switchId: number, { desde, hasta }: Days, { zone, dayOf }: Dates) =>
  queryOptions({
    queryKey: ['quien', switchId, desde, hasta, zone],
    queryFn: async ({ signal }) => {
      const switch_id = String(switchId);
      const from = Math.max(0, (startOfDay(desde, zone) ?? 0) - BEFORE_MS);
      const [comandos, turnos] = await Promise.all([
        comandosOf(switch_id, from, startOfDay(dayAfter(hasta, 1), zone) ?? 0, signal),
        api('turnos.listar', { query: { switch_id, desde: dayAfter(desde, -1), hasta } }, { signal }),
      ]);
      return { comandos, turnos };
    },
    // What a meter counted is known some hours after a turn.
    staleTime: hasta < dayAfter(dayOf(serverNow()) ?? '', -1) ? HALF_AN_HOUR_MS : 0,
    gcTime: HALF_AN_HOUR_MS,
  });

/**
 * When a switch was on in these days of a zone, newest first, with who began it and what it took. The changes of state come first; commands
 * and turns are asked for in pieces, one after the other, and only of days in which something changed.
 */
export const whoOf = (switchId: number, days: Days, zone: string) =>
  queryOptions({
    queryKey: [...TURNOS_KEY, 'quien', switchId, days.desde, days.hasta, zone],
    meta: KEPT,
    queryFn: async ({ signal, client }) => {
      const dates = datesIn(zone);
      const events = await eventsOf(String(switchId), days, signal);
      const comandos: Comando[] = [];
      const turnos: Turno[] = [];
      for (const piece of piecesOf(days, PIECE_DAYS, events, dates)) {
        signal.throwIfAborted();
        const causes = await client.fetchQuery(causesOf(switchId, piece, dates));
        comandos.push(...causes.comandos);
        turnos.push(...causes.turnos);
      }
      return intervalsOf(events, comandos, turnos);
    },
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

export const useWho = (switchId: number, days: Days, zone: string, enabled = true) =>
  useQuery({ ...whoOf(switchId, days, zone), enabled, placeholderData: keepPreviousData });
