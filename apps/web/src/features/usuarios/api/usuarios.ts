import type { Usuario, UsuarioSave } from '@acequia/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkAction } from '../../../components/table/bulk-action.js';
import { bulkStates } from '../../../components/table/bulk-states.js';
import { api } from '../../../lib/http/api-client.js';
import { USUARIOS_KEY, useUsuariosOf } from '../../../entities/usuario/assign.js';
import { readUsuario } from '../../../lib/session.js';
import { whenSettled } from '../../../lib/http/query-client.js';
import { texts } from '../textos.js';

/** All users; for an admin_empresa, those of the own company (USU-1). */
export function useUsuarios() {
  const sesion = readUsuario();
  const empresa_id = sesion?.rol === 'admin_empresa' && sesion.empresa_id ? sesion.empresa_id : null;
  return useUsuariosOf(empresa_id);
}

/** Actions on a user. After each, also after a failure, the list is read again. */
export function useUsuarioActions() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [USUARIOS_KEY] }));
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

/** What can be done with several users at once. */
export function useBulkUsuarios(): BulkAction<Usuario>[] {
  const queries = useQueryClient();
  const after = () => queries.invalidateQueries({ queryKey: [USUARIOS_KEY] });
  return bulkStates<Usuario>({
    texts,
    active: ({ activo }) => activo === 1,
    suspender: ({ id }) => api('usuarios.suspender', { params: { id: String(id) } }),
    reactivar: ({ id }) => api('usuarios.reactivar', { params: { id: String(id) } }),
    after,
  });
}
