import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';

/** All companies, whole; only an admin_global may read them. */
export const allEmpresas = queryOptions({
  queryKey: ['empresas.listar'],
  queryFn: ({ signal }) => api('empresas.listar', {}, { signal }),
});
