import { magnitudOf, type Punto } from '@acequia/contracts';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/http/api-client.js';
import { soonAfterFailure } from '../../../lib/http/query-client.js';
import { type Span, stepsOf } from '../lib/days.js';

const REFRESH_MS = 60_000;

const serieOf = ({ id, magnitud }: Punto, key: string, span: Span | null) =>
  queryOptions({
    queryKey: ['puntos.serie', id, key],
    queryFn: async ({ signal }) => {
      const { desde, hasta } = span!;
      const puntos = stepsOf(magnitudOf(magnitud).clase, span!);
      const query = { desde: String(desde), hasta: String(hasta), puntos: String(puntos) };
      return { span: span!, serie: await api('puntos.serie', { params: { id: String(id) }, query }, { signal }) };
    },
    enabled: span !== null,
    refetchInterval: soonAfterFailure(REFRESH_MS),
  });

/** What a point measured in a span; it stays on screen until that of the next span is there. */
export const useSerie = (punto: Punto, key: string, span: Span | null) => useQuery(serieOf(punto, key, span));

/** The same of several, each with its point; those that are not there yet are missing. */
export const useSeries = (puntos: readonly Punto[], key: string, span: Span | null) =>
  useQueries({ queries: puntos.map((punto) => serieOf(punto, key, span)) }).flatMap(({ data }, i) =>
    data ? [{ punto: puntos[i]!, serie: data.serie }] : [],
  );
