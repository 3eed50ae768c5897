import { groupMediciones } from '../../rollups/energia.sql.js';
import { groupValores } from '../../rollups/valores.sql.js';
import { group } from '../../rollups/rollups.sql.js';

/** Board ids [$1, $2]; raw data is complete since $3. Each statement returns the keys whose stored and recomputed values differ. */
const DE_LAS_PLACAS = 'placa_id BETWEEN $1 AND $2';

/** Pins that occur in any mask of these boards. */
const PINES = `
  SELECT p.pin, 1::bigint << p.pin AS bit FROM generate_series(0, 39) AS p(pin)
   WHERE (SELECT bit_or(encendidos | apagados) FROM estados WHERE ${DE_LAS_PLACAS}) >> p.pin & 1 = 1`;

/** Every sampled state, one row per pin. */
const SAMPLES = `
  SELECT e.placa_id, p.pin::smallint AS pin, e.ts, (e.encendidos & p.bit <> 0)::integer::smallint AS estado
    FROM estados e JOIN (${PINES}) p ON (e.encendidos | e.apagados) & p.bit <> 0
   WHERE e.${DE_LAS_PLACAS}`;

const compare = (clave: string, stored: string, recomputed: string): string => `
  SELECT coalesce(to_jsonb(g), '{}') AS stored, coalesce(to_jsonb(r), '{}') AS recomputed
    FROM (${stored}) g FULL JOIN (${recomputed}) r USING (${clave})
   WHERE to_jsonb(g) IS DISTINCT FROM to_jsonb(r)
   LIMIT $4`;

/** A quarter that begins before $3 was cut by retention and cannot be recomputed. */
export const SPANS = {
  which: `${DE_LAS_PLACAS} AND ts >= $3::timestamptz`,
  rebuilt: group(`(SELECT * FROM lecturas WHERE ${DE_LAS_PLACAS} AND ts >= $3::timestamptz) l`),
};

/** Where raw data was dropped, a pin's first remaining sample has no predecessor to compare with and is left out. */
export const TRANSITIONS = {
  /** Condition on `transiciones t`. */
  which: `t.${DE_LAS_PLACAS} AND t.ts > coalesce(
      (SELECT min(e.ts) FROM estados e WHERE e.placa_id = t.placa_id AND (e.encendidos | e.apagados) >> t.pin & 1 = 1
          AND $3::timestamptz > '-infinity'), $3::timestamptz)`,
  rebuilt: `SELECT placa_id, pin, ts, estado
     FROM (SELECT *, lag(estado) OVER por_pin AS anterior, row_number() OVER por_pin AS orden
             FROM (${SAMPLES}) m WINDOW por_pin AS (PARTITION BY placa_id, pin ORDER BY ts)) m
    WHERE estado IS DISTINCT FROM anterior AND (orden > 1 OR $3::timestamptz = '-infinity')`,
};

/** After a drop, `estado_actual` alone knows older states, so only boards whose pins all have samples since then are compared. */
const RECENT_ONES = `placa_id NOT IN (SELECT placa_id FROM estado_actual WHERE ts < $3::timestamptz OR $3::timestamptz > ANY (ts_pines))`;
const SENSORES = `CASE WHEN $3::timestamptz = '-infinity' THEN coalesce(sensores, 0) END AS sensores`;

export const CURRENT_ONES = {
  saved: `SELECT placa_id, ts, pines, encendidos, ts_pines, ${SENSORES}
     FROM estado_actual WHERE ${DE_LAS_PLACAS} AND ${RECENT_ONES}`,
  rebuilt: (
    sensores = SENSORES,
  ): string => `SELECT placa_id, ts, coalesce(pines, 0) AS pines, coalesce(encendidos, 0) AS encendidos,
          coalesce(ts_pines, '{}') AS ts_pines, ${sensores}
     FROM (SELECT placa_id, max(ts) AS ts
             FROM (SELECT placa_id, ts FROM lecturas UNION ALL SELECT placa_id, ts FROM estados) t
            WHERE ${DE_LAS_PLACAS} AND ${RECENT_ONES} GROUP BY 1) t
     LEFT JOIN (SELECT placa_id, bit_or(1::bigint << pin) AS pines, bit_or(estado::bigint << pin) AS encendidos,
                       array_agg(ts ORDER BY pin) AS ts_pines
                  FROM (SELECT DISTINCT ON (placa_id, pin) * FROM (${SAMPLES}) m ORDER BY placa_id, pin, ts DESC) u
                 GROUP BY 1) p USING (placa_id)
     LEFT JOIN (SELECT placa_id, bit_or(1::bigint << pin) AS sensores
                  FROM (SELECT placa_id, pin FROM lecturas WHERE ${DE_LAS_PLACAS}) l GROUP BY 1) s USING (placa_id)`,
};

/** Derived table → the statement that finds its wrong rows. */
export const CHECKS = {
  lecturas_15m: compare('placa_id, pin, ts', `SELECT * FROM lecturas_15m WHERE ${SPANS.which}`, SPANS.rebuilt),
  transiciones: compare(
    'placa_id, pin, ts',
    `SELECT t.* FROM transiciones t WHERE ${TRANSITIONS.which}`,
    TRANSITIONS.rebuilt,
  ),
  estado_actual: compare('placa_id', CURRENT_ONES.saved, CURRENT_ONES.rebuilt()),
} as const;

/** The same for meters: devices [$1, $2], raw data complete since $3. */
const DE_LOS_DISPOSITIVOS = 'dispositivo_id BETWEEN $1 AND $2 AND ts >= $3::timestamptz';
export const MEDICIONES = {
  which: DE_LOS_DISPOSITIVOS,
  rebuilt: groupMediciones(`(SELECT * FROM mediciones WHERE ${DE_LOS_DISPOSITIVOS}) m`),
};
export const METER_CHECKS = {
  mediciones_15m: compare(
    'dispositivo_id, ts',
    `SELECT * FROM mediciones_15m WHERE ${MEDICIONES.which}`,
    MEDICIONES.rebuilt,
  ),
} as const;

/** The same for points: points [$1, $2], raw data complete since $3. */
const DE_LOS_PUNTOS = 'punto_id BETWEEN $1 AND $2 AND ts >= $3::timestamptz';
export const VALORES = {
  which: DE_LOS_PUNTOS,
  rebuilt: groupValores(`(SELECT * FROM valores WHERE ${DE_LOS_PUNTOS}) v`),
};
export const POINT_CHECKS = {
  valores_15m: compare('punto_id, ts', `SELECT * FROM valores_15m WHERE ${VALORES.which}`, VALORES.rebuilt),
} as const;
export type DerivedTable = keyof typeof CHECKS | keyof typeof METER_CHECKS | keyof typeof POINT_CHECKS;
