import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';

/** The summary of a company's day; '' = yesterday in the company's zone. */
export const useDay = (empresaId: number | null, dia: string) =>
  useQuery({
    queryKey: ['avisos.resumen', empresaId, dia],
    queryFn: ({ signal }) =>
      api('avisos.resumen', { query: { empresa_id: String(empresaId), dia } }, { signal, timeoutMs: 20_000 }),
    enabled: empresaId !== null,
  });
