import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { EN_VIVO, type trasFalloPronto } from '../../lib/http/query-client.js';

export const CLAVE_PLACAS = ['placas.listar'];

/** Boards: all for an admin_global, their company's for an admin_empresa. The switches' screen asks for them too. */
export const usePlacas = (opciones: { refetchInterval?: ReturnType<typeof trasFalloPronto> } = {}) =>
  useQuery({
    queryKey: CLAVE_PLACAS,
    meta: EN_VIVO,
    queryFn: ({ signal }) => api('placas.listar', {}, { signal }),
    ...opciones,
  });
