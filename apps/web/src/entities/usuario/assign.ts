import type { Usuario, UsuarioSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { whenSettled } from '../../lib/http/query-client.js';

/** First part of the query key of all user lists, to invalidate after a change. */
export const USUARIOS_KEY = 'usuarios.listar';

/** The users of a company, or all (null); read while `enabled`. */
export const useUsuariosOf = (empresaId: number | null, enabled = true) =>
  useQuery({
    queryKey: [USUARIOS_KEY, empresaId === null ? 'todas' : String(empresaId)],
    queryFn: ({ signal }) =>
      api('usuarios.listar', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
    enabled,
  });

export interface Grants {
  switches?: readonly number[];
  dispositivos?: readonly number[];
}

/** The body that saves a user unchanged except for further assignments. */
export function withGrants(usuario: Usuario, { switches = [], dispositivos = [] }: Grants): UsuarioSave {
  const { nombre, email, rol, empresa_id, activo, version, dispositivos_asignados, switches_asignados } = usuario;
  const joined = (before: readonly { id: number }[], more: readonly number[]): number[] => [
    ...new Set([...before.map(({ id }) => id), ...more]),
  ];
  return {
    nombre,
    email,
    password: null,
    rol,
    empresa_id,
    activo,
    version,
    dispositivos: joined(dispositivos_asignados, dispositivos),
    switches: joined(switches_asignados, switches),
  };
}

/** Gives more to a user who is there, or creates a user. */
export function useAssign() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [USUARIOS_KEY] }));
  const create = useMutation({ mutationFn: (body: UsuarioSave) => api('usuarios.crear', { body }), onSettled });
  const add = useMutation({
    mutationFn: ({ usuario, ...grants }: Grants & { usuario: Usuario }) =>
      api('usuarios.actualizar', { params: { id: String(usuario.id) }, body: withGrants(usuario, grants) }),
    onSettled,
  });
  return { create: create.mutateAsync, add: add.mutateAsync };
}
