import { Bus } from '@acequia/bus';
import type { CallRequest, CallResponse, Caller } from '@acequia/contracts';
import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin } from '../access.js';
import { AccessService } from '../storage/access.service.js';
import { meterOf } from '../storage/meter.sql.js';
import { EARLIER_MS } from './earlier.js';
import { openBetween } from './open-valves.js';
import { rounded } from './rounded.js';
import { FILL_MS, learnOnce, m3Between } from './steady.js';

const LOOK_MS = 60_000;
const BATCH = 50;
/** A shorter steady part is too few pulses, ms. */
const LEAST_MS = 120_000;
/** What boards and meters tell of a run by hand is stored by then, ms; after the second time it is not looked at any more. */
const STORED_MS = 120_000;
const GIVE_UP_MS = 3_600_000;
/** No turn lasts longer, ms. */
const DAY_MS = 86_400_000;

interface Steady {
  empresa_id: number;
  switch_id: number;
  punto_id: number;
  desde: string;
  hasta: string;
  /** Other switches of the same kind whose water the same meter counts. */
  beside: number[];
}

const METER = `JOIN LATERAL ${meterOf('s.empresa_id', 's.id')} q ON true`;
const BESIDE = `ARRAY(SELECT o.id FROM switches o WHERE o.id = ANY(q.mide) AND o.id <> s.id AND o.tipo = s.tipo ORDER BY o.id) AS beside`;

/** Measured turns without a fault, with a meter, long enough to be steady. */
const STEADY = `SELECT t.turno_id, t.empresa_id, t.switch_id, q.id AS punto_id, t.real_inicio + ${FILL_MS} AS desde,
    t.real_inicio + t.real_segundos * 1000::bigint AS hasta, ${BESIDE}
  FROM turnos t JOIN switches s ON s.id = t.switch_id AND s.empresa_id = t.empresa_id ${METER}
  WHERE t.switch_id = ANY(ARRAY(SELECT unnest(mide) FROM puntos WHERE magnitud = 'volumen'))
    AND t.medido AND NOT t.caudal_visto AND t.agua IS NULL AND t.estado IN ('cumplido', 'parcial') AND t.inicio > $1
    AND t.real_segundos >= ${(FILL_MS + LEAST_MS) / 1_000} ORDER BY t.inicio, t.turno_id LIMIT ${BATCH}`;

/** Persons' last runs that have ended by themselves, without those whose water a turn tells. */
const BY_HAND = `SELECT p.ts AS ordered, p.empresa_id, s.id AS switch_id, q.id AS punto_id, p.ts + ${FILL_MS} AS desde,
    p.ts + p.max_s * 1000::bigint AS hasta, ${BESIDE}
  FROM ordenes_de_personas p JOIN switches s ON p.entidad = 'switch' AND s.id = p.entidad_id AND s.empresa_id = p.empresa_id ${METER}
  WHERE p.accion = 'on' AND p.max_s >= ${(FILL_MS + LEAST_MS) / 1_000} AND p.caudal_visto IS DISTINCT FROM p.ts
    AND p.ts + p.max_s * 1000::bigint BETWEEN $1::bigint - ${GIVE_UP_MS} AND $1::bigint - ${STORED_MS}
    AND NOT EXISTS (SELECT FROM turnos t WHERE t.switch_id = s.id AND t.inicio > p.ts - ${DAY_MS}
      AND t.real_inicio < p.ts + p.max_s * 1000::bigint
      AND t.real_inicio + coalesce(t.real_segundos, t.segundos) * 1000::bigint > p.ts)
  ORDER BY p.ts, s.id LIMIT ${BATCH}`;
const SEEN_TURN = 'UPDATE turnos SET caudal_visto = true WHERE turno_id = $1 AND NOT caudal_visto';
/** Not when a newer order took its place. */
const SEEN_BY_HAND = `UPDATE ordenes_de_personas SET caudal_visto = ts
  WHERE entidad = 'switch' AND entidad_id = $1 AND ts = $2 AND caudal_visto IS DISTINCT FROM ts`;

/** Mean and sum of squares after one more, without those before (Welford). */
const LEARN = `INSERT INTO caudales AS c (punto_id, valvulas, empresa_id, observaciones, media, cuadrados, ts)
  VALUES ($1, $2, $3, 1, $4, 0, $5)
  ON CONFLICT (punto_id, valvulas) DO UPDATE SET observaciones = c.observaciones + 1, ts = greatest(c.ts, excluded.ts),
    media = c.media + (excluded.media - c.media) / (c.observaciones + 1),
    cuadrados = c.cuadrados + (excluded.media - c.media) ^ 2 * c.observaciones / (c.observaciones + 1)`;

const OF_COMPANY = `SELECT c.punto_id, c.valvulas AS switches, c.media AS caudal_m3h,
    CASE WHEN c.observaciones > 1 THEN sqrt(c.cuadrados / (c.observaciones - 1)) END AS desviacion_m3h,
    c.observaciones, c.ts::float8 AS ts
  FROM caudales c JOIN puntos p ON p.id = c.punto_id WHERE c.empresa_id = $1
    AND NOT EXISTS (SELECT FROM unnest(c.valvulas) v WHERE v NOT IN (SELECT id FROM switches))
  ORDER BY c.punto_id, c.valvulas`;

/** Learns what flows with each combination of open valves, from the steady part of measured turns and of persons' runs. */
@Injectable()
export class FlowService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly access: AccessService,
  ) {}

  async learned(
    caller: Caller,
    { empresa_id }: CallRequest<'turnos.caudales'>,
  ): Promise<CallResponse<'turnos.caudales'>> {
    requireAdmin(caller);
    const rows: CallResponse<'turnos.caudales'> = await this.db.query(OF_COMPANY, [
      await this.access.requested(caller, empresa_id),
    ]);
    return rows.map((row) => ({
      ...row,
      caudal_m3h: rounded(row.caudal_m3h),
      desviacion_m3h: row.desviacion_m3h === null ? null : rounded(row.desviacion_m3h),
    }));
  }

  /** A turn, and a run by hand, is looked at once, by one of two instances. */
  @Every({ ms: LOOK_MS, failed: 'the flow of valves could not be learned' })
  async look(now = Date.now()): Promise<void> {
    const turns: (Steady & { turno_id: string })[] = await this.db.query(STEADY, [now - EARLIER_MS]);
    for (const turn of turns) await this.learn(turn, [SEEN_TURN, [turn.turno_id]]);
    const byHand: (Steady & { ordered: string })[] = await this.db.query(BY_HAND, [now]);
    for (const run of byHand) await this.learn(run, [SEEN_BY_HAND, [run.switch_id, run.ordered]]);
  }

  private learn(run: Steady, seen: readonly [string, unknown[]]): Promise<void> {
    const observe = () => this.observed(run, Number(run.desde), Number(run.hasta));
    return learnOnce(this.db, seen, observe, (tx, { valvulas, m3h }) =>
      tx.query(LEARN, [run.punto_id, valvulas, run.empresa_id, m3h, run.hasta]),
    );
  }

  /** null = nothing to learn: a valve moved meanwhile, its state is unknown, the meter was read too rarely, or no water passed. */
  private async observed({ punto_id, switch_id, beside }: Steady, desde: number, hasta: number) {
    const open = await openBetween(this.bus, [switch_id, ...beside], desde, hasta);
    // Valves that are open together see the same water: one of their turns tells it.
    if (open === null || open[0] !== switch_id) return null;
    const m3 = await m3Between(this.bus, punto_id, desde, hasta);
    return m3 ? { valvulas: open, m3h: (m3 * 3_600_000) / (hasta - desde) } : null;
  }
}
