import { COUNTER_RULE } from '@acequia/contracts';

const SPAN = `date_bin('15 minutes', ts, 'epoch')`;

/** Whether values lie too far apart to judge a counter by its ends (docs/adr/0019). */
const wide = (least: string, greatest: string): string => `${least} < ${greatest} * ${1 - COUNTER_RULE.share}`;

/** The sums of rows with the columns of `valores`, by quarters; `todos`: every value as {ms since the beginning of the quarter, value}. */
const sumsOf = (rows: string): string => `
  SELECT punto_id, tramo AS ts, count(*)::integer AS n, count(valor)::integer AS n_valor, coalesce(sum(valor), 0)::numeric AS suma,
         min(valor) AS minimo, max(valor) AS maximo,
         (array_agg(valor ORDER BY ts) FILTER (WHERE valor IS NOT NULL))[1] AS primero,
         min(ts) FILTER (WHERE valor IS NOT NULL) AS primero_ts,
         (array_agg(valor ORDER BY ts DESC) FILTER (WHERE valor IS NOT NULL))[1] AS ultimo,
         max(ts) FILTER (WHERE valor IS NOT NULL) AS ultimo_ts,
         array_agg(ARRAY[(extract(epoch FROM ts - tramo) * 1000)::bigint, valor] ORDER BY ts) FILTER (WHERE valor IS NOT NULL) AS todos
    FROM (SELECT *, ${SPAN} AS tramo FROM ${rows}) f
   GROUP BY 1, 2`;

const SUMS = ['n', 'n_valor', 'suma', 'minimo', 'maximo', 'primero', 'primero_ts', 'ultimo', 'ultimo_ts'] as const;
const COLUMNS = [...SUMS, 'puntos'] as const;

/**
 * The roll-up of rows with the columns of `valores`, the same for every magnitude: what a counter or a mean needs. `puntos`: every value
 * where they lie far apart.
 */
export const groupValores = (rows: string): string => `
  SELECT punto_id, ts, ${SUMS.join(', ')}, CASE WHEN ${wide('minimo', 'maximo')} THEN todos END AS puntos
    FROM (${sumsOf(rows)}) s
   ORDER BY 1, 2`;

const MERGED_WIDE = wide('least(r.minimo, excluded.minimo)', 'greatest(r.maximo, excluded.maximo)');

/**
 * Stores values, skipping those already stored, and adds them to their quarters where they are newer than all that is there: the usual
 * case. Returns the quarters with new ones; `hecho` false: to be recomputed.
 */
export const INSERT_VALORES = `
  WITH nuevas AS (
    INSERT INTO valores (punto_id, ts, valor)
    SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[])
    ON CONFLICT DO NOTHING
    RETURNING punto_id, ts, valor
  ), sumas AS MATERIALIZED (
    SELECT s.*, EXISTS (SELECT FROM valores_15m r WHERE r.punto_id = s.punto_id AND r.ts = s.ts OFFSET 0) AS seguida
      FROM (${sumsOf('nuevas')}) s
  ), hechos AS (
    INSERT INTO valores_15m AS r (punto_id, ts, ${COLUMNS.join(', ')})
    SELECT punto_id, ts, ${SUMS.join(', ')}, CASE WHEN seguida OR ${wide('minimo', 'maximo')} THEN todos END
      FROM sumas ORDER BY 1, 2
    ON CONFLICT (punto_id, ts) DO UPDATE SET
      n = r.n + excluded.n, n_valor = r.n_valor + excluded.n_valor, suma = r.suma + excluded.suma,
      minimo = least(r.minimo, excluded.minimo), maximo = greatest(r.maximo, excluded.maximo),
      primero = coalesce(r.primero, excluded.primero), primero_ts = coalesce(r.primero_ts, excluded.primero_ts),
      ultimo = coalesce(excluded.ultimo, r.ultimo), ultimo_ts = coalesce(excluded.ultimo_ts, r.ultimo_ts),
      puntos = CASE WHEN ${MERGED_WIDE} THEN r.puntos || excluded.puntos END
    WHERE (r.ultimo_ts < excluded.primero_ts OR r.n_valor = 0 OR excluded.n_valor = 0)
      AND ((${MERGED_WIDE}) IS NOT TRUE
        OR (r.puntos IS NOT NULL OR r.n_valor = 0) AND (excluded.puntos IS NOT NULL OR excluded.n_valor = 0))
    RETURNING punto_id, ts
  )
  SELECT punto_id, ts, n AS nuevas, hechos.punto_id IS NOT NULL AS hecho
    FROM sumas LEFT JOIN hechos USING (punto_id, ts)`;

/** Recomputes quarters ($1 points, $2 their beginnings) from their values: those whose values came in no order. */
export const RECOMPUTE_VALORES = `
  INSERT INTO valores_15m (punto_id, ts, ${COLUMNS.join(', ')})
  ${groupValores(`(
    SELECT v.* FROM unnest($1::integer[], $2::timestamptz[]) AS t(punto_id, ts)
     CROSS JOIN LATERAL (
       SELECT * FROM valores WHERE punto_id = t.punto_id AND ts >= t.ts AND ts < t.ts + interval '15 minutes'
     ) v
  ) q`)}
  ON CONFLICT (punto_id, ts) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`;
