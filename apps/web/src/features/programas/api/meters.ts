import { grownIn, type SeriePunto, YEAR_WIDTH } from '@acequia/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { puntosOfEmpresa } from '../../../entities/punto/puntos.js';
import { dayOf } from '../../../lib/format/format.js';
import { api } from '../../../lib/http/api-client.js';

const REFRESH_MS = 600_000;

type Grown = ReturnType<typeof grownIn>;

/** A meter of water: what it counted in a month and since January, and what it may take in a year; undefined = not read yet. */
export interface MeterOfMonth {
  punto_id: number;
  nombre: string;
  concesion_m3: number | null;
  month: Grown | undefined;
  year: Grown | undefined;
}

/** Of the year up to the last day of a month, YYYY-MM-DD. Only administrators read points: null = none. */
export function useMeters(empresaId: number | null, until: string): MeterOfMonth[] {
  const { data: puntos = [] } = useQuery(puntosOfEmpresa(empresaId));
  const meters = puntos.filter(({ magnitud }) => magnitud === 'volumen');
  const query = { desde: `${until.slice(0, 4)}-01-01`, hasta: until, puntos: String(YEAR_WIDTH) };
  const read = useQueries({
    queries: meters.map(({ id }) => ({
      queryKey: ['puntos.serie', id, 'mes', until],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const year = await api('puntos.serie', { params: { id: String(id) }, query }, { signal });
        return { month: grownIn(inMonth(year, until.slice(0, 7))), year: grownIn(year) };
      },
      refetchInterval: REFRESH_MS,
    })),
  });
  return meters.map(({ id, nombre, concesion_m3 }, i) => ({
    punto_id: id,
    nombre,
    concesion_m3: concesion_m3 ?? null,
    month: read[i]?.data?.month,
    year: read[i]?.data?.year,
  }));
}

const inMonth = (serie: SeriePunto, mes: string): SeriePunto => ({
  ...serie,
  puntos: serie.puntos.filter(({ ts }) => dayOf(ts, serie.zona_horaria)?.startsWith(mes)),
});
