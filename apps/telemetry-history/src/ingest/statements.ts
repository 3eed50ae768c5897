/** Inserts certainly new rows: a conflict means that `estado_actual` is wrong, and fails. */
export const INSERT_LECTURAS = `
  INSERT INTO lecturas
  SELECT * FROM unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::smallint[], $5::smallint[])`;

export const INSERT_ESTADOS = `
  INSERT INTO estados
  SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[], $4::bigint[])`;

/** Inserts samples that may already be stored; adds to a stored one only the pins that it lacks. Returns the changed rows in full. */
export const INSERT_LATE_ESTADOS = `
  INSERT INTO estados AS e
  SELECT * FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[], $4::bigint[])
  ON CONFLICT (placa_id, ts) DO UPDATE SET
    encendidos = e.encendidos | (excluded.encendidos & ~(e.encendidos | e.apagados)),
    apagados = e.apagados | (excluded.apagados & ~(e.encendidos | e.apagados))
  WHERE (excluded.encendidos | excluded.apagados) & ~(e.encendidos | e.apagados) <> 0
  RETURNING placa_id, ts, encendidos, apagados`;

export const INSERT_TRANSITIONS = `
  INSERT INTO transiciones
  SELECT * FROM unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::smallint[])`;

export const READ_CURRENT_ONES = `
  SELECT placa_id, ts, pines, encendidos, ts_pines, sensores FROM estado_actual WHERE placa_id = ANY($1::integer[])`;

/** $6 holds the ts_pines of all rows one after another; those of a row are at indexes $7 to $8. */
export const SAVE_CURRENT_ONES = `
  INSERT INTO estado_actual (placa_id, ts, pines, encendidos, sensores, ts_pines)
  SELECT placa_id, ts, pines, encendidos, sensores, ($6::timestamptz[])[primero : ultimo]
    FROM unnest($1::integer[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $7::integer[], $8::integer[])
         AS u(placa_id, ts, pines, encendidos, sensores, primero, ultimo)
  ON CONFLICT (placa_id) DO UPDATE SET ts = excluded.ts, pines = excluded.pines, encendidos = excluded.encendidos,
    sensores = excluded.sensores, ts_pines = excluded.ts_pines`;

/**
 * Corrects the transitions around late samples. A window is a run of late samples of one pin: [desde, hasta]; `anterior` (the end of
 * the previous window) and `tope` (the pin's newest sample) limit the search for its neighbours.
 * Only samples of the window and the first sample after it can gain or lose a transition.
 */
export const CORRECT_TRANSITIONS = `
  WITH ventanas AS MATERIALIZED (
    SELECT *, 1::bigint << pin AS bit
      FROM unnest($1::integer[], $2::smallint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[])
           AS v(placa_id, pin, desde, hasta, anterior, tope)
  ),
  limites AS MATERIALIZED (
    SELECT v.placa_id, v.pin, v.bit, v.desde, coalesce(siguiente.ts, v.hasta) AS hasta,
           -- What retention has dropped is still told by the last transition.
           coalesce(previa.estado, transicion_previa.estado) AS estado_previo
      FROM ventanas v
      LEFT JOIN LATERAL (
        SELECT t.ts, t.estado FROM transiciones t
         WHERE t.placa_id = v.placa_id AND t.pin = v.pin AND t.ts < v.desde ORDER BY t.ts DESC LIMIT 1
      ) transicion_previa ON true
      LEFT JOIN LATERAL (
        SELECT t.ts FROM transiciones t
         WHERE t.placa_id = v.placa_id AND t.pin = v.pin AND t.ts > v.hasta ORDER BY t.ts LIMIT 1
      ) transicion_siguiente ON true
      LEFT JOIN LATERAL (
        SELECT (e.encendidos & v.bit <> 0)::integer::smallint AS estado FROM estados e
         WHERE e.placa_id = v.placa_id AND e.ts < v.desde AND e.ts >= greatest(transicion_previa.ts, v.anterior)
           AND (e.encendidos | e.apagados) & v.bit <> 0 ORDER BY e.ts DESC LIMIT 1
      ) previa ON true
      LEFT JOIN LATERAL (
        SELECT e.ts FROM estados e
         WHERE e.placa_id = v.placa_id AND e.ts > v.hasta AND e.ts <= least(transicion_siguiente.ts, v.tope)
           AND (e.encendidos | e.apagados) & v.bit <> 0 ORDER BY e.ts LIMIT 1
      ) siguiente ON true
  ),
  muestras AS (
    SELECT l.placa_id, l.pin, e.ts, l.estado_previo, (e.encendidos & l.bit <> 0)::integer::smallint AS estado,
           lag((e.encendidos & l.bit <> 0)::integer::smallint)
             OVER (PARTITION BY l.placa_id, l.pin, l.desde ORDER BY e.ts) AS anterior
      FROM limites l
      JOIN estados e ON e.placa_id = l.placa_id AND e.ts BETWEEN l.desde AND l.hasta
                    AND (e.encendidos | e.apagados) & l.bit <> 0
  ),
  exactas AS MATERIALIZED (
    SELECT placa_id, pin, ts, estado FROM muestras WHERE estado IS DISTINCT FROM coalesce(anterior, estado_previo)
  ),
  sobrantes AS (
    DELETE FROM transiciones t USING limites l
     WHERE t.placa_id = l.placa_id AND t.pin = l.pin AND t.ts BETWEEN l.desde AND l.hasta
       AND NOT EXISTS (SELECT FROM exactas x WHERE x.placa_id = t.placa_id AND x.pin = t.pin AND x.ts = t.ts)
  )
  INSERT INTO transiciones SELECT placa_id, pin, ts, estado FROM exactas ON CONFLICT DO NOTHING`;
