import type { ActualizacionSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure, whenSettled } from '../../../lib/http/query-client.js';

const LIST = ['actualizaciones.listar'];
const ONE = ['actualizaciones.leer'];
const IMAGES = ['imagenes.listar'];
const REFRESH_MS = 5_000;

export const useActualizaciones = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => api('actualizaciones.listar', {}, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

export const useActualizacion = (id: number) =>
  useQuery({
    queryKey: [...ONE, id],
    queryFn: ({ signal }) => api('actualizaciones.leer', { params: { id: String(id) } }, { signal }),
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

export const useImagenes = () =>
  useQuery({ queryKey: IMAGES, queryFn: ({ signal }) => api('imagenes.listar', {}, { signal }) });

export function useActualizacionActions() {
  const queries = useQueryClient();
  const again = (...keys: string[][]) =>
    whenSettled(() => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))));
  const create = useMutation({
    mutationFn: (body: ActualizacionSave) => api('actualizaciones.crear', { body }),
    onSettled: again(LIST),
  });
  const turn = useMutation({
    mutationFn: ({ id, verb }: { id: number; verb: 'pausar' | 'seguir' | 'detener' }) =>
      api(`actualizaciones.${verb}`, { params: { id: String(id) } }),
    onSettled: again(LIST, ONE),
  });
  const upload = useMutation({
    mutationFn: (file: File) => api('imagenes.subir', {}, { file }),
    onSettled: again(IMAGES),
  });
  const remove = useMutation({
    mutationFn: (id: number) => api('imagenes.eliminar', { params: { id: String(id) } }),
    onSettled: again(IMAGES),
  });
  return {
    create: create.mutateAsync,
    turn: turn.mutateAsync,
    upload: upload.mutateAsync,
    uploading: upload.isPending,
    remove: remove.mutateAsync,
  };
}
