import { useQuery } from '@tanstack/react-query';
import { api } from './api-client.js';

/** Companies to choose from: all for an admin_global, their own for an admin_empresa. Several screens' selectors share it. */
export const useEmpresasSeleccion = (leer = true) =>
  useQuery({
    queryKey: ['empresas.seleccion'],
    queryFn: ({ signal }) => api('empresas.seleccion', {}, { signal }),
    enabled: leer,
  });
