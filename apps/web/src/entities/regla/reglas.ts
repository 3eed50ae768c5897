import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';

export const REGLAS_KEY = 'clima.listar';

/** Climate rules of a company; null = of the person's switches. */
export const reglasOf = (empresaId: number | null) =>
  queryOptions({
    queryKey: [REGLAS_KEY, empresaId],
    queryFn: ({ signal }) =>
      api('clima.listar', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
  });
