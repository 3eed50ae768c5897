import {
  ALARGAR_S,
  type NoRegarSave,
  type ProgramaSave,
  type ProgramaTryOut as TryOut,
  type TurnoMover,
} from '@acequia/contracts';
import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TURNOS_KEY } from '../../../entities/programa/turnos.js';
import { api } from '../../../lib/http/api-client.js';
import { newIdempotencyKey } from '../../../lib/http/idempotency-key.js';
import { useOnceMade } from '../../../lib/http/once-made.js';
import { soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';
import { KEPT } from '../../../lib/offline/last-state.js';

const PROGRAMAS_KEY = 'programas.listar';
const NO_REGAR_KEY = 'no_regar.listar';
/** Poll while a board has not taken a change yet. ms */
const REFRESH_MS = 10_000;

const ofEmpresa = (empresaId: number | null) => (empresaId === null ? {} : { empresa_id: String(empresaId) });

/** The programs of a company; null = the person's own. */
export const useProgramas = (empresaId: number | null, enabled = true) =>
  useQuery({
    queryKey: [PROGRAMAS_KEY, empresaId],
    ...(empresaId === null && { meta: KEPT }),
    queryFn: ({ signal }) => api('programas.listar', { query: ofEmpresa(empresaId) }, { signal }),
    refetchInterval: REFRESH_MS,
    enabled,
  });

/** The «No regar hasta…» entries in force. */
export const useNoRegar = (empresaId: number | null, enabled = true) =>
  useQuery({
    queryKey: [NO_REGAR_KEY, empresaId],
    ...(empresaId === null && { meta: KEPT }),
    queryFn: ({ signal }) => api('no_regar.listar', { query: ofEmpresa(empresaId) }, { signal }),
    refetchInterval: REFRESH_MS,
    enabled,
  });

/** The turns that a program would have in the next days. */
export const previewOf = (programa: TryOut) =>
  queryOptions({
    queryKey: ['programas.vista_previa', programa],
    queryFn: ({ signal }) => api('programas.vista_previa', { body: programa }, { signal }),
  });

/** What a program would turn on if it started now. */
export const turnsFromNow = (id: number) =>
  queryOptions({
    queryKey: ['programas.por_ejecutar', id],
    queryFn: ({ signal }) => api('programas.por_ejecutar', { params: { id: String(id) } }, { signal }),
    // Its hours are of the moment.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** When what a turn lacks would be watered. */
export const recoveryOf = (turno_id: string) =>
  queryOptions({
    queryKey: ['turnos.por_recuperar', turno_id],
    queryFn: ({ signal }) => api('turnos.por_recuperar', { params: { turno_id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** The preview of a program that is being edited; not requested while the form is incomplete. */
export const usePreview = (programa: TryOut | null) =>
  useQuery({
    queryKey: ['programas.vista_previa', programa],
    queryFn: programa ? ({ signal }) => api('programas.vista_previa', { body: programa }, { signal }) : skipToken,
    placeholderData: (before) => before,
  });

interface Save {
  /** Null: a new program. */
  id: number | null;
  data: ProgramaSave;
}
export type Action = 'ejecutar' | 'omitir' | 'pausar' | 'reanudar';

/** Actions on programs and turns. After each, also after a failure, their lists are read again. */
export function useProgramaActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(async () => {
    for (const key of [PROGRAMAS_KEY, NO_REGAR_KEY]) await queries.invalidateQueries({ queryKey: [key] });
    await queries.invalidateQueries({ queryKey: TURNOS_KEY });
  });
  const onceMade = useOnceMade();
  const withKey = () => ({ headers: { 'Idempotency-Key': newIdempotencyKey() } });
  const save = useMutation({
    mutationFn: ({ id, data }: Save) =>
      id === null
        ? onceMade(data, (keyed) => api('programas.crear', { body: data }, keyed))
        : api('programas.actualizar', { params: { id: String(id) }, body: data }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('programas.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  const act = useMutation({
    /** Resolves to false for a program that had nothing to start. */
    mutationFn: async ({ id, action }: { id: number; action: Action }): Promise<boolean> => {
      const answer = await api(`programas.${action}`, { params: { id: String(id) } }, withKey());
      return action !== 'ejecutar' || !Array.isArray(answer) || answer.some(({ estado }) => estado !== 'omitido');
    },
    onSettled,
  });
  const endHoldOff = useMutation({
    mutationFn: (id: number) => api('no_regar.eliminar', { params: { id: String(id) } }),
    onSettled,
  });
  const holdOff = useMutation({
    mutationFn: (data: NoRegarSave) => onceMade(data, (keyed) => api('no_regar.crear', { body: data }, keyed)),
    onSettled,
  });
  const stop = useMutation({
    mutationFn: ({ turno_id, todo }: { turno_id: string; todo: boolean }) =>
      api('turnos.detener', { params: { turno_id }, body: { ...(todo && { todo: 1 as const }) } }, withKey()),
    onSettled,
  });
  const extend = useMutation({
    mutationFn: ({ turno_id, segundos = ALARGAR_S }: { turno_id: string; segundos?: number }) =>
      api('turnos.alargar', { params: { turno_id }, body: { segundos } }, withKey()),
    onSettled,
  });
  const recover = useMutation({
    mutationFn: (turno_id: string) => api('turnos.recuperar', { params: { turno_id } }, withKey()),
    onSettled,
  });
  const move = useMutation({
    mutationFn: ({ turno_id, ...data }: TurnoMover & { turno_id: string }) =>
      api('turnos.mover', { params: { turno_id }, body: data }, withKey()),
    onSettled,
  });
  return {
    save: save.mutateAsync,
    move: move.mutateAsync,
    eliminar: eliminar.mutateAsync,
    act: act.mutateAsync,
    stop: stop.mutateAsync,
    extend: extend.mutateAsync,
    recover: recover.mutateAsync,
    holdOff: holdOff.mutateAsync,
    endHoldOff: endHoldOff.mutateAsync,
  };
}
