import type { UsuarioSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { readUsuario } from '../../../lib/session.js';
import { whenSettled } from '../../../lib/http/query-client.js';

const CLAVE = 'usuarios.listar';

/** All users; for an admin_empresa, those of the own company (USU-1). */
export function useUsuarios() {
  const sesion = readUsuario();
  const empresa_id = sesion?.rol === 'admin_empresa' && sesion.empresa_id ? String(sesion.empresa_id) : undefined;
  return useQuery({
    queryKey: [CLAVE, empresa_id ?? 'todas'],
    queryFn: ({ signal }) => api('usuarios.listar', { query: { empresa_id } }, { signal }),
  });
}

/** Actions on a user. After each, also after a failure, the list is read again. */
export function useUsuarioActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [CLAVE] }));
  const params = (id: number) => ({ params: { id: String(id) } });
  const save = useMutation({
    mutationFn: ({ id, data }: { id: number | null; data: UsuarioSave }) =>
      id === null ? api('usuarios.crear', { body: data }) : api('usuarios.actualizar', { ...params(id), body: data }),
    onSettled,
  });
  const suspender = useMutation({ mutationFn: (id: number) => api('usuarios.suspender', params(id)), onSettled });
  const reactivar = useMutation({ mutationFn: (id: number) => api('usuarios.reactivar', params(id)), onSettled });
  const eliminar = useMutation({ mutationFn: (id: number) => api('usuarios.eliminar', params(id)), onSettled });
  return {
    save: save.mutateAsync,
    suspender: suspender.mutateAsync,
    reactivar: reactivar.mutateAsync,
    eliminar: eliminar.mutateAsync,
  };
}
