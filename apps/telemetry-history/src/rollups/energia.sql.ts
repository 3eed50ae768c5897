import { COUNTER_RULE, MEASUREMENT_COUNTERS, MEASUREMENT_MAGNITUDES, MEASUREMENT_FIELDS } from '@acequia/contracts';

export const MAGNITUDES = MEASUREMENT_MAGNITUDES.map(([campo]) => campo);
const SPAN = `date_bin('15 minutes', ts, 'epoch')`;

const TIPO_SQL = [...MAGNITUDES.map(() => 'integer[]'), ...MEASUREMENT_COUNTERS.map(() => 'bigint[]')];
const PARAMETERS = ['integer[]', 'timestamptz[]', ...TIPO_SQL].map((tipo, i) => `$${i + 1}::${tipo}`);

/** Stores samples, skipping those already stored, one array per column; returns the quarters with new samples. */
export const INSERT_MEDICIONES = `
  WITH nuevas AS (
    INSERT INTO mediciones (dispositivo_id, ts, ${MEASUREMENT_FIELDS.join(', ')})
    SELECT * FROM unnest(${PARAMETERS.join(', ')})
    ON CONFLICT DO NOTHING
    RETURNING dispositivo_id, ts
  )
  SELECT dispositivo_id, ${SPAN} AS ts, count(*)::integer AS nuevas FROM nuevas GROUP BY 1, 2 ORDER BY 1, 2`;

const ofMagnitude = (x: string): string => `
         count(${x})::integer AS n_${x}, coalesce(sum(${x}), 0)::bigint AS suma_${x}, min(${x}) AS min_${x}, max(${x}) AS max_${x}`;

const firstOf = (x: string): string => `(array_agg(${x} ORDER BY ts) FILTER (WHERE ${x} IS NOT NULL))[1]`;
const lastOf = (x: string): string => `(array_agg(${x} ORDER BY ts DESC) FILTER (WHERE ${x} IS NOT NULL))[1]`;

/**
 * "salto" is the counter's change since the previous sample in the same quarter. `interna` and `reinicios` (each fall counted as a
 * restart at 0) are for versions that read quarters by them; a `reinicios` of 0 tells that the counter never fell.
 */
const ofCounter = (x: string): string => `
         count(${x})::integer AS n_${x},
         ${firstOf(x)} AS primera_${x},
         min(ts) FILTER (WHERE ${x} IS NOT NULL) AS primera_ts_${x},
         ${lastOf(x)} AS ultima_${x},
         max(ts) FILTER (WHERE ${x} IS NOT NULL) AS ultima_ts_${x},
         coalesce(sum(CASE WHEN salto_${x} < 0 THEN ${x} ELSE salto_${x} END), 0)::bigint AS interna_${x},
         (count(*) FILTER (WHERE salto_${x} < 0))::integer AS reinicios_${x}`;

/**
 * Every sample as {ms since the beginning of the quarter, value} where values lie too far apart to judge the quarter by its ends, or
 * the counter was above both.
 */
const pointsOf = (x: string): string => `
         CASE WHEN min(${x}) < max(${x}) * ${1 - COUNTER_RULE.share} OR max(${x}) > greatest(${firstOf(x)}, ${lastOf(x)})
              THEN array_agg(ARRAY[(extract(epoch FROM ts - tramo) * 1000)::bigint, ${x}] ORDER BY ts) FILTER (WHERE ${x} IS NOT NULL)
          END AS puntos_${x}`;

const salto = (x: string): string =>
  `${x} - lag(${x}) OVER (PARTITION BY dispositivo_id, ${SPAN}, ${x} IS NULL ORDER BY ts) AS salto_${x}`;

/** The roll-up of rows with the columns of `mediciones`, sorted by key. */
export const groupMediciones = (rows: string): string => `
  SELECT dispositivo_id, tramo AS ts, count(*)::integer AS n,
         ${[...MAGNITUDES.map(ofMagnitude), ...MEASUREMENT_COUNTERS.map(ofCounter), ...MEASUREMENT_COUNTERS.map(pointsOf)].join(',')}
    FROM (SELECT *, ${SPAN} AS tramo, ${MEASUREMENT_COUNTERS.map(salto).join(', ')} FROM ${rows}) f
   GROUP BY 1, 2
   ORDER BY 1, 2`;

const COLUMNAS = [
  'n',
  ...MAGNITUDES.flatMap((x) => [`n_${x}`, `suma_${x}`, `min_${x}`, `max_${x}`]),
  ...MEASUREMENT_COUNTERS.flatMap((x) =>
    ['n', 'primera', 'primera_ts', 'ultima', 'ultima_ts', 'interna', 'reinicios'].map((parte) => `${parte}_${x}`),
  ),
  ...MEASUREMENT_COUNTERS.map((x) => `puntos_${x}`),
];

/**
 * Recomputes quarters ($1 devices, $2 their beginnings) from their samples, so the result does not depend on the order in which
 * samples arrive. A quarter has about ninety samples at most, and usually there is one quarter per device.
 */
export const RECOMPUTE_MEDICIONES = `
  INSERT INTO mediciones_15m (dispositivo_id, ts, ${COLUMNAS.join(', ')})
  ${groupMediciones(`(
    SELECT m.* FROM unnest($1::integer[], $2::timestamptz[]) AS t(dispositivo_id, ts)
     CROSS JOIN LATERAL (
       SELECT * FROM mediciones WHERE dispositivo_id = t.dispositivo_id AND ts >= t.ts AND ts < t.ts + interval '15 minutes'
     ) m
  ) q`)}
  ON CONFLICT (dispositivo_id, ts) DO UPDATE SET
    ${COLUMNAS.map((column) => `${column} = excluded.${column}`).join(', ')}`;
