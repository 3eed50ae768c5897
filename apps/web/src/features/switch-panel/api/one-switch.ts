import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TURNOS_KEY } from '../../../entities/programa/turnos.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { companyZone, dayOf } from '../../../lib/format/format.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { lastNight } from '../lib/night.js';
import { KEPT } from '../../../lib/offline/last-state.js';

const REFRESH_MS = 20_000;
const NIGHT_REFRESH_MS = 5 * 60_000;

/** Changes of state of one switch in the last thirty days, newest first. */
export const useEventsOfSwitch = (usuarioId: number, switchId: number) =>
  useQuery({
    queryKey: ['historial', 'eventos', usuarioId, 'switch', switchId],
    meta: KEPT,
    queryFn: ({ signal }) =>
      api('historial.eventos', { query: { usuario_id: String(usuarioId), switch_id: String(switchId) } }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** Its newest commands, which name the person. */
export const useCommandsOfSwitch = (switchId: number) =>
  useQuery({
    queryKey: ['comandos.listar', 'switch', switchId],
    queryFn: ({ signal }) => api('comandos.listar', { query: { switch_id: String(switchId) } }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** Its turns from a day (YYYY-MM-DD) to today. */
export const useTurnosOfSwitch = (switchId: number, desde: string | null) =>
  useQuery({
    queryKey: [...TURNOS_KEY, 'switch', switchId, desde],
    meta: KEPT,
    queryFn: ({ signal }) =>
      api(
        'turnos.listar',
        { query: { switch_id: String(switchId), desde: desde ?? '', hasta: dayOf(serverNow()) ?? '' } },
        { signal },
      ),
    enabled: desde !== null,
    placeholderData: keepPreviousData,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** Last night's values of a sensor, at the server's finest resolution. */
export const useLastNight = (switchId: number | undefined) =>
  useQuery({
    queryKey: ['historial', 'noche', switchId],
    meta: KEPT,
    queryFn: async ({ signal }) => {
      const span = lastNight(serverNow(), companyZone());
      const query = {
        switch_id: String(switchId),
        desde: String(span.desde),
        hasta: String(span.hasta),
        ancho: '500',
      };
      return { span, serie: await api('historial.serie', { query }, { signal }) };
    },
    enabled: switchId !== undefined,
    refetchInterval: soonAfterFailure(NIGHT_REFRESH_MS),
  });
