import { DEFAULT_ZONE, MEASUREMENT_SCALE, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EnergiaService } from '../energia/energia.service.js';

const SELF = sistema('telemetry-history');
const WH_PER_KWH = 1_000;
/** Most meters whose day is judged sample by sample: the others of a company are then not known. */
const JUDGED_MAX = 20;

/**
 * $1 company or null for all, $2 the default zone, $3 now: today of each meter by its quarters, counters in hundredths of Wh. `steady`: it
 * only rose, and was heard in the quarter before midnight, so that its last value less its value at midnight is what it counted.
 */
const TODAY = `
  SELECT d.empresa_id, d.id AS dispositivo_id, to_char($3::timestamptz AT TIME ZONE hoy.z, 'YYYY-MM-DD') AS dia,
         today.rising AND before.ultima IS NOT NULL AND today.primera >= before.ultima AS steady,
         (today.ultima - before.ultima)::float8 AS counted
    FROM dispositivos d
    JOIN tenencias t ON t.dispositivo_id = d.id AND t.empresa_id = d.empresa_id AND t.hasta = 'infinity'
    LEFT JOIN empresas e ON e.id = d.empresa_id
   CROSS JOIN LATERAL (SELECT z, date_trunc('day', $3::timestamptz AT TIME ZONE z) AT TIME ZONE z AS desde
                         FROM (SELECT coalesce(e.zona_horaria, $2) AS z) zone) hoy
   CROSS JOIN LATERAL (
     SELECT (array_agg(primera ORDER BY ts))[1] AS primera, (array_agg(ultima ORDER BY ts DESC))[1] AS ultima,
            bool_and(puntos IS NULL AND reinicios = 0 AND primera >= coalesce(previa, primera)) AS rising
       FROM (SELECT ts, primera_energia AS primera, ultima_energia AS ultima, puntos_energia AS puntos,
                    reinicios_energia AS reinicios, lag(ultima_energia) OVER (ORDER BY ts) AS previa
               FROM mediciones_15m WHERE dispositivo_id = d.id AND ts >= greatest(hoy.desde, t.desde) AND n_energia > 0) q) today
    LEFT JOIN LATERAL (
     SELECT ultima_energia AS ultima FROM mediciones_15m
      WHERE dispositivo_id = d.id AND ts >= greatest(hoy.desde - interval '15 minutes', t.desde) AND ts < hoy.desde
        AND n_energia > 0) before ON true
   WHERE NOT d.eliminado AND ($1::int IS NULL OR d.empresa_id = $1) AND today.primera IS NOT NULL
   ORDER BY d.id`;

interface Meter {
  empresa_id: number;
  dispositivo_id: number;
  dia: string;
  steady: boolean;
  counted: number;
}

/** What the meters of each company have counted today. */
@Injectable()
export class EnergyTodayService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly energia: EnergiaService,
  ) {}

  /** kWh by company; a company without meters that told something today is not in it, and one of which a meter is unknown is null. */
  async read(empresa_id: number | null, now = new Date()): Promise<Map<number, number | null>> {
    const meters = await this.dataSource.query<Meter[]>(TODAY, [empresa_id, DEFAULT_ZONE, now]);
    const judged = meters.filter(({ steady }) => !steady).slice(0, JUDGED_MAX);
    const exact = new Map<number, number | null>();
    for (const { dispositivo_id, dia } of judged) {
      const [day] = await this.energia.dias(SELF, dispositivo_id, { desde: dia, hasta: dia }, now.getTime());
      exact.set(dispositivo_id, day?.kwh ?? null);
    }
    const sums = new Map<number, number | null>();
    for (const { empresa_id: of, dispositivo_id, steady, counted } of meters) {
      const kwh = steady ? counted / MEASUREMENT_SCALE.wh / WH_PER_KWH : (exact.get(dispositivo_id) ?? null);
      const sum = sums.get(of);
      sums.set(of, kwh === null || sum === null ? null : (sum ?? 0) + kwh);
    }
    return sums;
  }
}
