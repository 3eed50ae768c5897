import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';

/** First part of the key of every list of devices: what a change of one makes old. */
export const DISPOSITIVOS_KEY = ['dispositivos.listar'];

/** Devices of one company, or of all (null; an admin_empresa is given their own company's). Several screens read it. */
export const dispositivosOfEmpresa = (empresaId: number | null) =>
  queryOptions({
    queryKey: [...DISPOSITIVOS_KEY, empresaId],
    queryFn: ({ signal }) =>
      api('dispositivos.listar', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
  });

/** Devices assigned to a person. */
export const dispositivosOfUsuario = (usuarioId: number) =>
  queryOptions({
    queryKey: ['dispositivos.de_usuario', usuarioId],
    queryFn: ({ signal }) => api('dispositivos.de_usuario', { query: { usuario_id: String(usuarioId) } }, { signal }),
  });
