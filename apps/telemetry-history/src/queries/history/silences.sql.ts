/** After a silence longer than this, a board's last reported state counts as unknown. */
export const MAX_SILENCE = `interval '6 hours'`;

/** Newest sample of board p.placa_id in (desde, hasta]: states or readings, because a board that sends readings also reports changes. */
const ultima = (desde: string, hasta: string): string => `greatest(
      (SELECT ts FROM estados WHERE placa_id = p.placa_id AND ts > ${desde} AND ts <= ${hasta} ORDER BY ts DESC LIMIT 1),
      (SELECT max(l.ts) FROM unnest(p.sensores) AS sensor(pin) CROSS JOIN LATERAL (
         SELECT ts FROM lecturas WHERE placa_id = p.placa_id AND pin = sensor.pin AND ts > ${desde} AND ts <= ${hasta}
          ORDER BY ts DESC LIMIT 1) l))`;
/** First sample of the board after an instant. */
const first = (desde: string): string => `least(
      (SELECT ts FROM estados WHERE placa_id = p.placa_id AND ts > ${desde} ORDER BY ts LIMIT 1),
      (SELECT min(l.ts) FROM unnest(p.sensores) AS sensor(pin) CROSS JOIN LATERAL (
         SELECT ts FROM lecturas WHERE placa_id = p.placa_id AND pin = sensor.pin AND ts > ${desde} ORDER BY ts LIMIT 1) l))`;

/**
 * Recursive CTEs `heard` and `silencios (placa_id, cuando)`: the long silences of each board, as a multirange; each begins
 * {@link MAX_SILENCE} after the last sample. Steps through the samples by that length: a handful of index reads per day.
 * Where raw rows were dropped there are neither samples nor silences.
 * @param placas SELECT of placa_id @param desde and `hasta` SQL of the range
 */
export const silenciosSql = (placas: string, desde: string, hasta: string): string => `
  heard AS (
    SELECT p.placa_id, p.sensores, coalesce(${ultima(`'-infinity'`, desde)}, ${first(desde)}) AS ts, NULL::timestamptz AS previa
      FROM (SELECT a.placa_id, ARRAY(SELECT pin::smallint FROM generate_series(0, 39) AS pin WHERE (a.sensores >> pin) & 1 = 1) AS sensores
              FROM estado_actual a WHERE a.placa_id IN (${placas})) p
    UNION ALL
    SELECT p.placa_id, p.sensores, n.ts, p.ts
      FROM heard p CROSS JOIN LATERAL (
        SELECT coalesce(${ultima('p.ts', `p.ts + ${MAX_SILENCE}`)}, ${first(`p.ts + ${MAX_SILENCE}`)}) AS ts) n
     WHERE p.ts < ${hasta} AND n.ts IS NOT NULL
  ),
  silencios AS (
    SELECT placa_id, range_agg(tstzrange(previa + ${MAX_SILENCE}, ts)) AS cuando
      FROM heard WHERE ts - previa > ${MAX_SILENCE} GROUP BY 1
  )`;
