import { Bus } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse, type Caller, sistema } from '@acequia/contracts';
import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin } from '../access.js';
import { AccessService } from '../storage/access.service.js';
import { EARLIER_MS } from './earlier.js';

const LOOK_MS = 60_000;
const BATCH = 50;
/** A line takes this long to fill, and its first minute tells nothing, ms. */
const FILL_MS = 180_000;
/** A shorter steady part is too few pulses, ms. */
const LEAST_MS = 120_000;
/** Values this far from the ends of the steady part, ms, would share it with the filling. */
const NEAR_MS = 60_000;
/** A valve may be on or off for this much less than all of the time, s: its board tells states in whole seconds. */
const TOLERANCE_S = 2;
const ME = sistema('automation');

interface Steady {
  turno_id: string;
  empresa_id: number;
  switch_id: number;
  punto_id: number;
  desde: string;
  hasta: string;
  /** Other switches of the same kind whose water the same meter counts. */
  beside: number[];
}

/** Measured turns without a fault, with a meter, long enough to be steady. */
const STEADY = `SELECT t.turno_id, t.empresa_id, t.switch_id, q.id AS punto_id, t.real_inicio + ${FILL_MS} AS desde,
    t.real_inicio + t.real_segundos * 1000::bigint AS hasta,
    ARRAY(SELECT o.id FROM switches o WHERE o.id = ANY(q.mide) AND o.id <> s.id AND o.tipo = s.tipo ORDER BY o.id) AS beside
  FROM turnos t JOIN switches s ON s.id = t.switch_id
  JOIN LATERAL (SELECT id, mide FROM puntos WHERE empresa_id = t.empresa_id AND magnitud = 'volumen' AND t.switch_id = ANY(mide)
    ORDER BY cardinality(mide), id LIMIT 1) q ON true
  WHERE t.switch_id = ANY(ARRAY(SELECT unnest(mide) FROM puntos WHERE magnitud = 'volumen'))
    AND t.medido AND NOT t.caudal_visto AND t.agua IS NULL AND t.estado IN ('cumplido', 'parcial') AND t.inicio > $1
    AND t.real_segundos >= ${(FILL_MS + LEAST_MS) / 1_000} ORDER BY t.inicio, t.turno_id LIMIT ${BATCH}`;

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

/** Learns what flows with each combination of open valves, from the steady part of measured turns. */
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

  /** A turn is looked at once, by one of two instances. */
  @Every({ ms: LOOK_MS, failed: 'the flow of valves could not be learned' })
  async look(now = Date.now()): Promise<void> {
    const turns: Steady[] = await this.db.query(STEADY, [now - EARLIER_MS]);
    for (const turn of turns) {
      const learned = await this.observed(turn, Number(turn.desde), Number(turn.hasta)).catch((error: unknown) => {
        // Its valve or its meter is gone.
        if (error instanceof AppError && error.codigo === 'no_encontrado') return null;
        throw error;
      });
      await this.db.transaction(async (tx) => {
        const [, first] = (await tx.query(
          'UPDATE turnos SET caudal_visto = true WHERE turno_id = $1 AND NOT caudal_visto',
          [turn.turno_id],
        )) as [unknown, number];
        if (first === 0 || learned === null) return;
        await tx.query(LEARN, [turn.punto_id, learned.valvulas, turn.empresa_id, learned.m3h, turn.hasta]);
      });
    }
  }

  /** null = nothing to learn: a valve moved meanwhile, its state is unknown, or the meter was read too rarely. */
  private async observed({ punto_id, switch_id, beside }: Steady, desde: number, hasta: number) {
    const range = { desde, hasta };
    const open: number[] = [];
    for (const id of [switch_id, ...beside]) {
      const { encendido_s, sabido_s } = await this.bus.call(
        'historial.encendido_entre',
        { switch_id: id, ...range },
        ME,
      );
      const whole_s = (hasta - desde) / 1_000 - TOLERANCE_S;
      if (sabido_s < whole_s || (encendido_s > TOLERANCE_S && encendido_s < whole_s)) return null;
      if (encendido_s >= whole_s) open.push(id);
    }
    // Valves that are open together see the same water: one of their turns tells it.
    if (Math.min(...open) !== switch_id) return null;
    const { valor, de, a } = await this.bus.call('puntos.entre', { punto_id, ...range }, ME);
    if (valor === null || de === null || a === null || desde - de > NEAR_MS || a - hasta > NEAR_MS) return null;
    return { valvulas: open.sort((one, other) => one - other), m3h: (valor * 3_600_000) / (hasta - desde) };
  }
}

const rounded = (m3h: number): number => Number(m3h.toFixed(3));
