import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAddress } from '../../lib/address.js';
import { likelyEmpresa } from '../../lib/likely-empresa.js';
import { readUsuario } from '../../lib/session.js';

interface Thing {
  id: number;
  empresa_id: number;
}

/** Lists stay this long between two searches, ms. */
const STALE_MS = 30_000;

/**
 * The company whose thing an administrator's page shows. An admin_global's link may name none: then the thing is looked for in `all`, and
 * its company comes into the address, where the picker and the other screens find it.
 */
export function useEmpresaOfThing(
  id: number,
  all: Pick<UseQueryOptions<readonly Thing[]>, 'queryKey' | 'queryFn'>,
): { empresaId: number | null; isSought: boolean } {
  const { params, change } = useAddress();
  const usuario = readUsuario();
  const named = usuario && likelyEmpresa(usuario, params);
  const { data, isPending, isError } = useQuery({ ...all, enabled: named === null, staleTime: STALE_MS });
  const found = named === null ? data?.find((one) => one.id === id)?.empresa_id : undefined;
  useEffect(() => {
    if (found !== undefined) change({ empresa: String(found) });
  }, [found, change]);
  return { empresaId: named ?? found ?? null, isSought: named === null && isPending && !isError };
}
