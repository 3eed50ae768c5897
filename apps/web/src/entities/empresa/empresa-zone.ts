import { useMemo } from 'react';
import { companyZone } from '../../lib/format/format.js';
import { readUsuario } from '../../lib/session.js';
import { useEmpresaOptions } from './empresa-options.js';

/** The time zone of a company by its id. The session's zone for the own company (null), and until the companies are known. */
export function useZoneOf(): (empresaId: number | null) => string {
  const { data } = useEmpresaOptions(readUsuario()?.rol === 'admin_global');
  return useMemo(() => {
    const zones = new Map<number | null, string>(data?.map(({ id, zona_horaria }) => [id, zona_horaria]));
    return (empresaId) => zones.get(empresaId) ?? companyZone();
  }, [data]);
}

export const useEmpresaZone = (empresaId: number | null): string => useZoneOf()(empresaId);
