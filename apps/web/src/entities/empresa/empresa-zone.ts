import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { neverCame, soonAfterFailure } from '../../lib/http/query-client.js';
import { companyZone } from '../../lib/format/format.js';
import { readUsuario } from '../../lib/session.js';
import { allEmpresas } from './all-empresas.js';

/** A changed zone reaches an open screen within a minute, ms. */
const STALE_MS = 55_000;

const isGlobal = (): boolean => readUsuario()?.rol === 'admin_global';
const useEmpresas = (read: boolean) =>
  useQuery({
    ...allEmpresas,
    enabled: read && isGlobal(),
    staleTime: STALE_MS,
    refetchInterval: soonAfterFailure(STALE_MS),
  });

/** The time zone of a company by its id. The session's zone for the own company (null), and until the companies are known. */
export function useZoneOf(read = true): (empresaId: number | null) => string {
  const { data } = useEmpresas(read);
  return useMemo(() => {
    const zones = new Map<number | null, string>(data?.map(({ id, zona_horaria }) => [id, zona_horaria]));
    return (empresaId) => zones.get(empresaId) ?? companyZone();
  }, [data]);
}

export const useEmpresaZone = (empresaId: number | null): string => useZoneOf(empresaId !== null)(empresaId);

/** Whether {@link useZoneOf} knows the companies' zones: until then no time may be written. */
export function useZonesKnown(): boolean {
  const { data } = useEmpresas(false);
  return data !== undefined || !isGlobal();
}

/** Whether the companies' zones could not be read, so that times are shown in the session's zone. */
export function useZonesUnread(): boolean {
  const reading = useEmpresas(false);
  return isGlobal() && reading.data === undefined && neverCame(reading);
}
