import type { SwitchesSave, Usuario, UsuarioSave } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PLACAS_KEY } from '../../../entities/placa/placas.js';
import { SWITCHES_KEY } from '../../../entities/switch/switches.js';
import { api } from '../../../lib/http/api-client.js';
import { whenSettled } from '../../../lib/http/query-client.js';

/** First part of the key of the lists of users. */
const USUARIOS_KEY = 'usuarios.listar';

export const useUsuariosOf = (empresaId: number | null) =>
  useQuery({
    queryKey: [USUARIOS_KEY, empresaId],
    queryFn: ({ signal }) => api('usuarios.listar', { query: { empresa_id: String(empresaId) } }, { signal }),
    enabled: empresaId !== null,
  });

/** Saves switches for a board's pins; the lists that show them are read again. */
export function useSavePins() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SwitchesSave) => api('switches.guardar_lote', { body }),
    onSettled: whenSettled(() =>
      Promise.all(
        [SWITCHES_KEY, ['switches.panel'], PLACAS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
    ),
  }).mutateAsync;
}

/** Gives switches to a user who is there, or creates the user with them. */
export function useAssign() {
  const queries = useQueryClient();
  const onSettled = whenSettled(() => queries.invalidateQueries({ queryKey: [USUARIOS_KEY] }));
  const create = useMutation({ mutationFn: (body: UsuarioSave) => api('usuarios.crear', { body }), onSettled });
  const add = useMutation({
    mutationFn: ({ usuario, switches }: { usuario: Usuario; switches: readonly number[] }) => {
      const { id, nombre, email, rol, empresa_id, activo, version } = usuario;
      const body = {
        ...{ nombre, email, password: null, rol, empresa_id, activo, version },
        dispositivos: usuario.dispositivos_asignados.map((one) => one.id),
        switches: [...new Set([...usuario.switches_asignados.map((one) => one.id), ...switches])],
      };
      return api('usuarios.actualizar', { params: { id: String(id) }, body });
    },
    onSettled,
  });
  return { create: create.mutateAsync, add: add.mutateAsync };
}
