import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';

const REFRESH_MS = 10_000;
export const MANDOS_KEY = ['clima.mandos'];

/** What controls each switch now: a person, a program or a rule; null = the person's own company. */
export const mandosOf = (empresaId: number | null = null) =>
  queryOptions({
    queryKey: [...MANDOS_KEY, empresaId],
    queryFn: ({ signal }) =>
      api('clima.mandos', { query: empresaId === null ? {} : { empresa_id: String(empresaId) } }, { signal }),
    refetchInterval: REFRESH_MS,
  });
