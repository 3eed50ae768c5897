import { COUNTER_RULE } from '@acequia/contracts';

const SPAN = `date_bin('15 minutes', ts, 'epoch')`;

/** Stores values, skipping those already stored; returns the quarters with new ones. */
export const INSERT_VALORES = `
  WITH nuevas AS (
    INSERT INTO valores (punto_id, ts, valor)
    SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[])
    ON CONFLICT DO NOTHING
    RETURNING punto_id, ts
  )
  SELECT punto_id, ${SPAN} AS ts, count(*)::integer AS nuevas FROM nuevas GROUP BY 1, 2 ORDER BY 1, 2`;

/**
 * The roll-up of rows with the columns of `valores`, the same for every magnitude: what a counter or a mean needs. `puntos`: every value
 * as {ms since the beginning of the quarter, value} where values lie too far apart to judge a counter by its ends (docs/adr/0019).
 */
export const groupValores = (rows: string): string => `
  SELECT punto_id, tramo AS ts, count(*)::integer AS n, count(valor)::integer AS n_valor, coalesce(sum(valor), 0)::numeric AS suma,
         min(valor) AS minimo, max(valor) AS maximo,
         (array_agg(valor ORDER BY ts) FILTER (WHERE valor IS NOT NULL))[1] AS primero,
         min(ts) FILTER (WHERE valor IS NOT NULL) AS primero_ts,
         (array_agg(valor ORDER BY ts DESC) FILTER (WHERE valor IS NOT NULL))[1] AS ultimo,
         max(ts) FILTER (WHERE valor IS NOT NULL) AS ultimo_ts,
         CASE WHEN min(valor) < max(valor) * ${1 - COUNTER_RULE.share}
              THEN array_agg(ARRAY[(extract(epoch FROM ts - tramo) * 1000)::bigint, valor] ORDER BY ts) FILTER (WHERE valor IS NOT NULL)
          END AS puntos
    FROM (SELECT *, ${SPAN} AS tramo FROM ${rows}) f
   GROUP BY 1, 2
   ORDER BY 1, 2`;

const COLUMNS = [
  'n',
  'n_valor',
  'suma',
  'minimo',
  'maximo',
  'primero',
  'primero_ts',
  'ultimo',
  'ultimo_ts',
  'puntos',
] as const;

/** Recomputes quarters ($1 points, $2 their beginnings) from their values, so the order in which these came does not matter. */
export const RECOMPUTE_VALORES = `
  INSERT INTO valores_15m (punto_id, ts, ${COLUMNS.join(', ')})
  ${groupValores(`(
    SELECT v.* FROM unnest($1::integer[], $2::timestamptz[]) AS t(punto_id, ts)
     CROSS JOIN LATERAL (
       SELECT * FROM valores WHERE punto_id = t.punto_id AND ts >= t.ts AND ts < t.ts + interval '15 minutes'
     ) v
  ) q`)}
  ON CONFLICT (punto_id, ts) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;
