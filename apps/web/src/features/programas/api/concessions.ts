import { grownIn, YEAR_WIDTH } from '@acequia/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { puntosOfEmpresa } from '../../../entities/punto/puntos.js';
import { api } from '../../../lib/http/api-client.js';

const REFRESH_MS = 600_000;

/** A meter with what it may take in a year, and what it has since January; undefined = not read yet. */
export interface Concession {
  punto_id: number;
  nombre: string;
  concesion_m3: number;
  used: ReturnType<typeof grownIn> | undefined;
}

/** Of the year up to a day of it, YYYY-MM-DD. Only administrators read points: null = none. */
export function useConcessions(empresaId: number | null, until: string): Concession[] {
  const { data: puntos = [] } = useQuery(puntosOfEmpresa(empresaId));
  const meters = puntos.flatMap(({ id, nombre, concesion_m3 }) => (concesion_m3 ? [{ id, nombre, concesion_m3 }] : []));
  const query = { desde: `${until.slice(0, 4)}-01-01`, hasta: until, puntos: String(YEAR_WIDTH) };
  const used = useQueries({
    queries: meters.map(({ id }) => ({
      queryKey: ['puntos.serie', id, 'concesion', until],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        grownIn(await api('puntos.serie', { params: { id: String(id) }, query }, { signal })),
      refetchInterval: REFRESH_MS,
    })),
  });
  return meters.map(({ id, ...meter }, i) => ({ punto_id: id, ...meter, used: used[i]?.data }));
}
