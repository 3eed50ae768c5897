import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { KEPT } from '../../lib/offline/last-state.js';

/** First part of the query key of all device lists, to invalidate after a change. */
export const DISPOSITIVOS_KEY = ['dispositivos.listar'];

/**
 * Devices of one company, or of all (null; for an admin_empresa the server returns the person's own company). Shared by several screens.
 */
export const dispositivosOfEmpresa = (empresaId: number | null) =>
  queryOptions({
    queryKey: [...DISPOSITIVOS_KEY, empresaId],
    meta: KEPT,
    queryFn: ({ signal }) =>
      api('dispositivos.listar', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
  });

export const dispositivosOfUsuario = (usuarioId: number) =>
  queryOptions({
    queryKey: ['dispositivos.de_usuario', usuarioId],
    meta: KEPT,
    queryFn: ({ signal }) => api('dispositivos.de_usuario', { query: { usuario_id: String(usuarioId) } }, { signal }),
  });
