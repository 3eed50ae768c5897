import { useQuery } from '@tanstack/react-query';
import { api } from './api-client.js';

/** Boards: all for an admin_global, their company's for an admin_empresa. The switches' screen knows them too. */
export const CLAVE_PLACAS = ['placas.listar'];

export const usePlacas = () =>
  useQuery({ queryKey: CLAVE_PLACAS, queryFn: ({ signal }) => api('placas.listar', {}, { signal }) });
