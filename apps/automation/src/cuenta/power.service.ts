import { Bus } from '@acequia/bus';
import { type CallResponse, sistema } from '@acequia/contracts';
import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { meterOf } from '../storage/meter.sql.js';
import { EARLIER_MS } from './earlier.js';
import { openBetween } from './open-valves.js';
import { deviationOf, judge, type Learned } from './power-judge.js';
import { rounded } from './rounded.js';
import { FILL_MS, learnOnce, m3Between } from './steady.js';

const LOOK_MS = 60_000;
const BATCH = 50;
/** Its pump stops by its own rest before it closes, and the next valve opens about then, ms. */
const END_MS = 30_000;
/** Energy is told in coarse steps: a shorter steady part says too little, ms. */
const LEAST_MS = 600_000;
/** A cloud may tell of a meter late, ms. */
const TOLD_BY_MS = 900_000;
/** What nobody has seen again since is told no longer, ms. */
const TOLD_MS = 3 * 86_400_000;
const HOUR_MS = 3_600_000;
const ME = sistema('automation');

interface Steady {
  turno_id: string;
  empresa_id: number;
  switch_id: number;
  dispositivo_id: number;
  bomba_id: number;
  /** Of the pump. */
  valvulas: number[];
  punto_id: number | null;
  mide: number[] | null;
  desde: string;
  hasta: string;
}

/** Measured turns of valves whose pump a centinela watches, long enough to be steady. */
const STEADY = `SELECT t.turno_id, t.empresa_id, t.switch_id, d.id AS dispositivo_id, g.bomba_id, q.id AS punto_id, q.mide,
    ARRAY(SELECT DISTINCT unnest(e.switches) FROM enclavamientos e
      WHERE e.empresa_id = t.empresa_id AND e.tipo = 'requiere' AND e.bomba_id = g.bomba_id) AS valvulas,
    t.real_inicio + ${FILL_MS} AS desde,
    t.real_inicio + (t.real_segundos - g.retardo_apagado_s) * 1000::bigint - ${END_MS} AS hasta
  FROM turnos t JOIN switches s ON s.id = t.switch_id AND s.empresa_id = t.empresa_id
  JOIN LATERAL (SELECT bomba_id, retardo_apagado_s FROM enclavamientos WHERE empresa_id = t.empresa_id AND tipo = 'requiere' AND bomba_id IS NOT NULL
    AND t.switch_id = ANY(switches) ORDER BY id LIMIT 1) g ON true
  JOIN LATERAL (SELECT id FROM dispositivos WHERE empresa_id = t.empresa_id AND vigila_switch_id = g.bomba_id ORDER BY id LIMIT 1) d ON true
  LEFT JOIN LATERAL ${meterOf('t.empresa_id', 't.switch_id')} q ON true
  WHERE t.switch_id = ANY(ARRAY(SELECT unnest(e.switches) FROM enclavamientos e JOIN dispositivos w ON w.vigila_switch_id = e.bomba_id))
    AND t.medido AND NOT t.potencia_vista AND t.estado IN ('cumplido', 'parcial') AND t.inicio > $1
    AND t.real_inicio + t.real_segundos * 1000::bigint < $2 AND t.real_segundos >= ${(FILL_MS + LEAST_MS) / 1_000}
    AND t.real_segundos - g.retardo_apagado_s >= ${(FILL_MS + LEAST_MS + END_MS) / 1_000} ORDER BY t.inicio, t.turno_id LIMIT ${BATCH}`;

const SEEN = 'UPDATE turnos SET potencia_vista = true WHERE turno_id = $1 AND NOT potencia_vista';
const KNOWN = `SELECT observaciones, media, cuadrados, raros FROM potencias
  WHERE dispositivo_id = $1 AND valvulas = $2 AND que = $3 FOR UPDATE`;
const SAVE = `INSERT INTO potencias (dispositivo_id, valvulas, que, empresa_id, observaciones, media, cuadrados, raros, estado, valor, ts)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (dispositivo_id, valvulas, que) DO UPDATE SET observaciones = excluded.observaciones, media = excluded.media,
    cuadrados = excluded.cuadrados, raros = excluded.raros, estado = excluded.estado, valor = excluded.valor, ts = excluded.ts`;
/** Less energy for a m³ is what a burst shows too, and its power says that. */
const ODD = `SELECT c.dispositivo_id, c.empresa_id, c.valvulas AS switches, c.que, c.valor, c.media, c.observaciones, c.cuadrados, c.raros,
    c.ts::float8 AS ts FROM potencias c JOIN dispositivos d ON d.id = c.dispositivo_id AND d.empresa_id = c.empresa_id
  WHERE c.ts > $1 AND (c.estado = 'mas' OR c.estado = 'menos' AND c.que = 'kw')
  ORDER BY c.dispositivo_id, c.valvulas, c.que`;

type Odd = Learned & {
  dispositivo_id: number;
  empresa_id: number;
  switches: number[];
  que: 'kw' | 'kwh_m3';
  valor: number;
  ts: number;
};

/** Learns what a pump takes with each combination of open valves, and what it takes for a m³; tells what is not usual. */
@Injectable()
export class PowerService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  async odd(now = Date.now()): Promise<CallResponse<'potencias.raras'>> {
    const rows: Odd[] = await this.db.query(ODD, [now - TOLD_MS]);
    return rows.map(({ cuadrados: _, raros: _raros, media, ...row }, i) => ({
      ...row,
      valor: rounded(row.valor),
      usual: rounded(media),
      desviacion: rounded(deviationOf(rows[i]!)),
    }));
  }

  /** A turn is looked at once, by one of two instances. */
  @Every({ ms: LOOK_MS, failed: 'the power of pumps could not be learned' })
  async look(now = Date.now()): Promise<void> {
    const turns: Steady[] = await this.db.query(STEADY, [now - EARLIER_MS, now - TOLD_BY_MS]);
    for (const turn of turns) {
      const observe = () => this.observed(turn, Number(turn.desde), Number(turn.hasta));
      await learnOnce(this.db, [SEEN, [turn.turno_id]], observe, async (tx, { valvulas, kw, kwh_m3 }) => {
        await this.learn(tx, turn, valvulas, 'kw', kw);
        if (kwh_m3 !== null) await this.learn(tx, turn, valvulas, 'kwh_m3', kwh_m3);
      });
    }
  }

  private async learn(
    tx: EntityManager,
    turn: Steady,
    valvulas: number[],
    que: Odd['que'],
    value: number,
  ): Promise<void> {
    const { dispositivo_id, empresa_id, hasta } = turn;
    const [known]: Learned[] = await tx.query(KNOWN, [dispositivo_id, valvulas, que]);
    const { observaciones, media, cuadrados, raros, estado } = judge(known ?? null, value);
    const key = [dispositivo_id, valvulas, que, empresa_id];
    await tx.query(SAVE, [...key, observaciones, media, cuadrados, raros, estado, value, hasta]);
  }

  /** null = nothing to learn: something moved meanwhile, or the centinela does not tell. */
  private async observed(turn: Steady, desde: number, hasta: number) {
    const { switch_id, bomba_id, dispositivo_id, punto_id, mide } = turn;
    const on = await openBetween(this.bus, [bomba_id, ...turn.valvulas.filter((id) => id !== bomba_id)], desde, hasta);
    const valvulas = on?.filter((id) => id !== bomba_id) ?? [];
    // Valves that are open together see the same pump: one of their turns tells it.
    if (on === null || valvulas.length === on.length || valvulas[0] !== switch_id) return null;
    const { kwh } = await this.bus.call('energia.entre', { dispositivo_id, desde, hasta }, ME);
    if (!kwh) return null;
    const hours = (hasta - desde) / HOUR_MS;
    const isMetered = punto_id !== null && valvulas.every((id) => mide?.includes(id));
    const m3 = isMetered ? await m3Between(this.bus, punto_id, desde, hasta) : null;
    return { valvulas, kw: kwh / hours, kwh_m3: m3 ? kwh / m3 : null };
  }
}
