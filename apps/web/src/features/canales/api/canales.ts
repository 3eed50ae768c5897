import type { AvisosSettingsSave, ChannelSave, ChannelUpdate } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useUsuariosOf } from '../../../entities/usuario/assign.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';

const KEY = 'avisos.canales';
const SETTINGS_KEY = 'avisos.ajustes';
/** A channel's state changes by itself, so poll. ms */
const REFRESH_MS = 60_000;

const of = (empresaId: number | null) => ({ query: { empresa_id: String(empresaId) } });

/** The delivery channels of a company's alarms. */
export const useChannels = (empresaId: number | null) =>
  useQuery({
    queryKey: [KEY, empresaId],
    queryFn: ({ signal }) => api('avisos.canales', of(empresaId), { signal }),
    enabled: empresaId !== null,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** A company's quiet hours and the time of its daily summary. */
export const useSettings = (empresaId: number | null) =>
  useQuery({
    queryKey: [SETTINGS_KEY, empresaId],
    queryFn: ({ signal }) => api('avisos.ajustes', of(empresaId), { signal }),
    enabled: empresaId !== null,
  });

/** The people of a company, to choose one whom a channel leads to. */
export const usePeople = (empresaId: number | null) => useUsuariosOf(empresaId, empresaId !== null);

type Save = { id: null; data: ChannelSave } | { id: number; data: ChannelUpdate };

/** After each action, also after a failure, the list is read again. */
export function useChannelActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [KEY] }));
  const save = useMutation({
    mutationFn: ({ id, data }: Save) =>
      id === null
        ? api('avisos.agregar_canal', { body: data })
        : api('avisos.actualizar_canal', { params: { id: String(id) }, body: data }),
    onSettled,
  });
  const eliminar = useMutation({
    mutationFn: (id: number) => api('avisos.eliminar_canal', { params: { id: String(id) } }),
    onSettled,
  });
  const probe = useMutation({
    mutationFn: (empresaId: number) =>
      api('empresas.probar_telegram', {
        params: { id: String(empresaId) },
        body: { token_telegram: '', telegram_chat_id: '' },
      }),
    onSettled,
  });
  const saveSettings = useMutation({
    mutationFn: (body: AvisosSettingsSave) => api('avisos.guardar_ajustes', { body }),
    onSettled: whenSettled(() => queries.invalidateQueries({ queryKey: [SETTINGS_KEY] })),
  });
  return {
    save: save.mutateAsync,
    eliminar: eliminar.mutateAsync,
    probe: probe.mutateAsync,
    saveSettings: saveSettings.mutateAsync,
  };
}
