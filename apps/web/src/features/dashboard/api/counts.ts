import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { dispositivosOfEmpresa } from '../../../entities/dispositivo/dispositivos.js';
import { allEmpresas } from '../../../entities/empresa/all-empresas.js';
import { usePlacas } from '../../../entities/placa/placas.js';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';

const REFRESH_MS = 60_000;

/** Null when the count is unknown, as opposed to zero. */
const countOf = <T>({ data }: Pick<UseQueryResult<T>, 'data'>, count: (data: T) => number): number | null =>
  data === undefined ? null : count(data);

/** Totals over all companies; null = unknown (yet). */
export function useCounts(read: boolean) {
  const refetchInterval = soonAfterFailure(REFRESH_MS);
  const empresas = useQuery({ ...allEmpresas, enabled: read, refetchInterval });
  const usuarios = useQuery({
    queryKey: ['usuarios.listar', null],
    queryFn: ({ signal }) => api('usuarios.listar', {}, { signal }),
    enabled: read,
    refetchInterval,
  });
  const dispositivos = useQuery({ ...dispositivosOfEmpresa(null), enabled: read, refetchInterval });
  // Each board reports its number of switches, so the switches themselves are not read.
  const placas = usePlacas({ refetchInterval });
  return {
    empresas: countOf(empresas, (all) => all.length),
    usuarios: countOf(usuarios, (all) => all.length),
    dispositivos: countOf(dispositivos, (all) => all.length),
    switches: countOf(placas, (all) => all.reduce((sum, { switches }) => sum + switches, 0)),
  };
}
