import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../lib/http/api-client.js';
import { companyZone } from '../../lib/format/format.js';
import { readUsuario } from '../../lib/session.js';

/** Zones of companies change once in years, ms. */
const STALE_MS = 300_000;

/** The time zone of a company by its id. The session's zone for the own company (null), and until the companies are known. */
export function useZoneOf(read = true): (empresaId: number | null) => string {
  const { data } = useQuery({
    queryKey: ['empresas.listar'],
    queryFn: ({ signal }) => api('empresas.listar', {}, { signal }),
    enabled: read && readUsuario()?.rol === 'admin_global',
    staleTime: STALE_MS,
  });
  return useMemo(() => {
    const zones = new Map<number | null, string>(data?.map(({ id, zona_horaria }) => [id, zona_horaria]));
    return (empresaId) => zones.get(empresaId) ?? companyZone();
  }, [data]);
}

export const useEmpresaZone = (empresaId: number | null): string => useZoneOf(empresaId !== null)(empresaId);
