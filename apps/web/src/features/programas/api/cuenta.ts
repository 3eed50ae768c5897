import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';

/** A month's totals; null = the person's own company. @param mes YYYY-MM */
export const useCuenta = (empresaId: number | null, mes: string) =>
  useQuery({
    queryKey: ['turnos.cuenta', empresaId, mes],
    queryFn: ({ signal }) => api('turnos.cuenta', { query: cuentaQuery(empresaId, mes) }, { signal }),
    refetchInterval: 60_000,
  });

export const cuentaQuery = (empresaId: number | null, mes: string) => ({
  mes,
  ...(empresaId !== null && { empresa_id: String(empresaId) }),
});
