import { meterOf } from '../storage/meter.sql.js';

/** A failure that nobody has put right is told for this long, ms. */
const TOLD_MS = 3 * 86_400_000;
/** Of a turn this share may be missing. */
const MISSING = 0.1;
/** A person's OFF and the end that it caused lie this close to each other, ms. */
const PERSON_MS = 30_000;
/** The ledger may still learn what became of the order of a device, ms. */
const DOUBT_MS = 600_000;
const MOST = 5_000;

/** Known to have been whole, of a row of `turnos` named o. */
const WHOLE = `o.estado IN ('cumplido', 'parcial') AND o.real_segundos >= o.segundos * ${1 - MISSING} AND o.bomba_cuenta <> 0
  AND (o.estado_propio IS NULL OR o.estado_propio = o.estado) AND o.agua IS NULL`;

/** The OFF of a person ended it. */
const BY_PERSON = `EXISTS (SELECT FROM ordenes_de_personas p WHERE p.accion = 'off'
    AND (p.entidad = 'switch' AND p.entidad_id = t.switch_id OR p.entidad = 'dispositivo' AND p.entidad_id = t.dispositivo_id)
    AND p.ts BETWEEN t.real_inicio AND t.real_inicio + t.real_segundos * 1000::bigint + ${PERSON_MS})`;

/** Of what nobody will report any more: what a board runs by itself, it tells when it is back. */
const UNANSWERED = `NOT t.confirmado AND t.via = 'servicio' AND (t.placa_id IS NOT NULL
    OR t.real_inicio + t.segundos * 1000::bigint < $1::bigint - ${DOUBT_MS})`;

/** Its pump decided it. */
const BY_PUMP = `(t.estado_propio IS NOT NULL AND t.estado_propio <> t.estado)`;

const LOST = `t.estado IN ('parcial', 'perdido') AND t.causa IS DISTINCT FROM 'persona' AND t.causa IS DISTINCT FROM 'antes'
  AND (t.confirmado AND (${BY_PUMP} OR t.estado = 'perdido' OR t.real_segundos < t.segundos * ${1 - MISSING}) OR ${UNANSWERED})
  AND NOT ${BY_PERSON}`;

/** Each of its own, so that both are looked up from the time of the turn on. */
const ranWell = (column: 'switch_id' | 'dispositivo_id'): string => `EXISTS (SELECT FROM turnos o
    WHERE o.${column} = t.${column} AND o.inicio > t.inicio AND o.inicio <= $1::bigint AND ${WHOLE} AND (t.agua IS NULL OR o.medido))`;

/** Whatever its switch or device did well since; water says so only once it was measured. */
const PUT_RIGHT = `(${ranWell('switch_id')} OR ${ranWell('dispositivo_id')})`;

/** Turns that failed and whose valves have not run as they should since, of all companies; the oldest first. */
export const FAILED = `SELECT t.turno_id, t.empresa_id, t.switch_id, t.dispositivo_id, t.placa_id, coalesce(b.sitio, d.sitio, '') AS sitio, t.inicio,
    t.motivo, t.motivos, e.zona_horaria, t.m3_medidos, t.m3_esperados, g.bomba_id, q.id AS punto_id, CASE WHEN ${BY_PUMP} THEN 'bomba' ELSE t.causa END AS causa,
    CASE WHEN NOT (${LOST}) THEN t.agua END AS agua
  FROM turnos t JOIN empresas e ON e.id = t.empresa_id AND NOT e.eliminada
  LEFT JOIN switches s ON s.id = t.switch_id LEFT JOIN dispositivos d ON d.id = t.dispositivo_id
  LEFT JOIN placas b ON b.placa_id = t.placa_id
  LEFT JOIN LATERAL (SELECT bomba_id FROM enclavamientos WHERE empresa_id = t.empresa_id AND tipo = 'requiere' AND bomba_id IS NOT NULL
    AND (t.switch_id = ANY(switches) OR t.switch_id = bomba_id) ORDER BY id LIMIT 1) g ON true
  LEFT JOIN LATERAL ${meterOf('t.empresa_id', 't.switch_id')} q ON true
  WHERE (t.estado IN ('parcial', 'perdido') OR t.agua IS NOT NULL) AND t.inicio > $1::bigint - ${TOLD_MS} AND t.inicio <= $1::bigint
    AND (s.activo = 1 OR d.activo = 1 AND d.suspendido = 0) AND ((${LOST}) OR t.agua IS NOT NULL) AND NOT ${PUT_RIGHT}
  ORDER BY t.inicio, t.turno_id LIMIT ${MOST}`;

/**
 * Boards with planned turns that are not in the plan which they took last. A board that is away runs the turns of an older plan as long
 * as they are the same.
 */
export const UNTAKEN = `WITH behind AS MATERIALIZED (SELECT a.* FROM agendas a JOIN placas b ON b.placa_id = a.placa_id AND b.revocada = 0
    JOIN empresas e ON e.id = a.empresa_id AND e.activa = 1 AND NOT e.eliminada
    LEFT JOIN planes_de_placa p ON p.placa_id = a.placa_id WHERE a.rev IS DISTINCT FROM p.agenda_tomada),
  held AS MATERIALIZED (SELECT r.* FROM behind a, jsonb_to_recordset(a.tomadas) AS r (id text, pin integer, at bigint, secs integer)
    WHERE r.at <= a.tomada_hasta)
  SELECT t.empresa_id, t.placa_id, min(t.inicio) AS inicio, count(*)::int AS turnos,
    (array_agg(t.switch_id ORDER BY t.inicio, t.turno_id))[1] AS switch_id
  FROM behind a JOIN turnos t ON t.placa_id = a.placa_id AND t.via = 'placa' AND t.estado = 'previsto' AND t.inicio > $1::bigint
  WHERE NOT EXISTS (SELECT FROM held r
    WHERE r.id = t.turno_id AND r.pin = t.pin AND r.at = t.inicio / 1000 AND r.secs = t.segundos)
  GROUP BY t.empresa_id, t.placa_id`;
