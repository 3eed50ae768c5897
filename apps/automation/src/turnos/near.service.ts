import {
  type AguaHoy,
  type Caller,
  NEAR_MS,
  NEAR_MAX,
  DEFAULT_ZONE,
  type RiegoHoy,
  type NearTurno,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin } from '../access.js';
import { AccessService } from '../storage/access.service.js';
import { LITERS } from '../storage/liters.js';
import { shownState } from '../storage/shown-state.js';
import type { TurnoEntity } from '../storage/turno.entity.js';

/** A turn that began before this is not looked for: no turn is as long. ms */
const LONGEST_MS = 24 * 3_600_000;

/** $1 company or null for all, $2 now, $3 and $4 the range of beginnings, ms; $5 limit. */
const NEAR = `
  SELECT t.turno_id, t.programa_id, p.nombre AS programa_nombre, t.empresa_id, t.switch_id, t.dispositivo_id,
         t.inicio::float8 AS inicio, t.segundos, t.tarde_s, t.via, t.confirmado, t.estado, t.real_inicio::float8 AS real_inicio,
         coalesce(s.nombre, d.nombre) AS nombre, coalesce(s.zona, d.sitio, '') AS sector, count(*) OVER ()::int AS n
    FROM turnos t JOIN programas p ON p.id = t.programa_id
    LEFT JOIN switches s ON s.id = t.switch_id LEFT JOIN dispositivos d ON d.id = t.dispositivo_id
   WHERE t.estado IN ('previsto', 'en_curso') AND t.inicio >= $3 AND t.inicio < $4
     AND ($1::integer IS NULL OR t.empresa_id = $1) AND coalesce(s.nombre, d.nombre) IS NOT NULL
     AND (t.estado = 'en_curso' OR t.inicio + t.segundos * 1000 > $2)
   ORDER BY t.estado = 'previsto', t.inicio, t.turno_id LIMIT $5`;

/** $1 as above, $2 now, ms, $3 the default zone. Turns that were skipped are not in what is planned; nor have they or those to come watered. */
const WATER = `
  SELECT e.id AS empresa_id,
         round(sum(CASE WHEN t.estado = 'omitido' OR t.estado = 'previsto' AND t.inicio > $2 THEN 0
                        ELSE coalesce(t.m3_medidos, ${LITERS} / 1000) END)::numeric, 3)::float8 AS m3,
         round(sum(CASE WHEN t.estado = 'omitido' THEN 0
                        ELSE coalesce(t.volumen_l / 1000.0, t.m3_esperados, t.caudal_m3h * t.segundos / 3600) END)::numeric, 3)::float8 AS m3_previstos
    FROM empresas e
   CROSS JOIN LATERAL (SELECT date_trunc('day', to_timestamp($2 / 1000.0) AT TIME ZONE z) AS dia, z
                         FROM (SELECT coalesce(nullif(e.zona_horaria, ''), $3) AS z) zone) hoy
    JOIN turnos t ON t.empresa_id = e.id AND t.inicio >= extract(epoch FROM hoy.dia AT TIME ZONE z) * 1000
     AND t.inicio < extract(epoch FROM (hoy.dia + interval '1 day') AT TIME ZONE z) * 1000
   WHERE $1::integer IS NULL OR e.id = $1
   GROUP BY e.id ORDER BY e.id`;

/** A turn that may still run on a board counts until its last end. $1 boards, $2 now, $3 until when, ms. */
const BOARDS_WITHIN = `SELECT DISTINCT placa_id FROM turnos WHERE placa_id = ANY($1) AND estado IN ('previsto', 'en_curso')
  AND inicio < $3 AND inicio + (segundos + tarde_s) * 1000::bigint > $2`;

type NearRow = Omit<NearTurno, 'estado'> &
  Pick<TurnoEntity, 'estado' | 'tarde_s' | 'via' | 'confirmado'> & { n: number };

/** What is watered today, of one company or of all: for the screens that operators watch. */
@Injectable()
export class NearService {
  constructor(
    private readonly db: DataSource,
    private readonly access: AccessService,
  ) {}

  /** @throws AppError `sin_permiso`, `no_encontrado` for a foreign company */
  async today(caller: Caller, requested: number | undefined, now = Date.now()): Promise<RiegoHoy> {
    requireAdmin(caller);
    const empresa_id = await this.access.requested(caller, requested);
    const [agua, rows]: [AguaHoy[], NearRow[]] = await Promise.all([
      this.db.query(WATER, [empresa_id, now, DEFAULT_ZONE]),
      this.db.query(NEAR, [empresa_id, now, now - LONGEST_MS, now + NEAR_MS, NEAR_MAX]),
    ]);
    return {
      agua,
      turnos: rows.map(({ n: _, tarde_s, via, confirmado, ...row }) => ({
        ...row,
        estado: shownState({ ...row, tarde_s, via, confirmado }, now),
      })),
      otros: Math.max(0, (rows[0]?.n ?? 0) - rows.length),
    };
  }

  /** Those of these boards with a turn under way, or due within so many seconds. */
  async boardsWithin(placas: readonly number[], segundos: number, now = Date.now()): Promise<number[]> {
    const rows: { placa_id: number }[] = await this.db.query(BOARDS_WITHIN, [placas, now, now + segundos * 1_000]);
    return rows.map(({ placa_id }) => placa_id);
  }
}
