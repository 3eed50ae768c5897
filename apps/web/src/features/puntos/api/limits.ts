import { useQuery } from '@tanstack/react-query';
import { reglasOf } from '../../../entities/regla/reglas.js';
import type { Punto } from '@acequia/contracts';
import { api } from '../../../lib/http/api-client.js';
import { limitsOf, type Limit } from '../lib/limits.js';

/** What is watched of a point: by alarms, by protections and by climate rules. What could not be read is left out. */
export function useLimits(punto: Punto): Limit[] {
  const { empresa_id } = punto;
  const query = { empresa_id: String(empresa_id) };
  const avisos = useQuery({
    queryKey: ['avisos.reglas', empresa_id],
    queryFn: ({ signal }) => api('avisos.reglas', { query }, { signal }),
  });
  const protecciones = useQuery({
    queryKey: ['protecciones.listar', empresa_id],
    queryFn: ({ signal }) => api('protecciones.listar', { query }, { signal }),
  });
  const clima = useQuery(reglasOf(empresa_id));
  return limitsOf(punto, { avisos: avisos.data ?? [], protecciones: protecciones.data ?? [], clima: clima.data ?? [] });
}
