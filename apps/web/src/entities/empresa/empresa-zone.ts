import { DEFAULT_ZONE } from '@acequia/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api-client.js';
import { readUsuario } from '../../lib/session.js';

/** The time zone of a company's programs; null = the person's own company. Until it is known, the session's zone. */
export function useEmpresaZone(empresaId: number | null): string {
  const user = readUsuario();
  const own = user?.zona_horaria ?? DEFAULT_ZONE;
  const foreign = empresaId !== null && user?.rol === 'admin_global';
  const { data } = useQuery({
    queryKey: ['empresas.obtener', empresaId],
    queryFn: ({ signal }) => api('empresas.obtener', { params: { id: String(empresaId) } }, { signal }),
    enabled: foreign,
    staleTime: 300_000,
  });
  return foreign ? (data?.zona_horaria ?? own) : own;
}
