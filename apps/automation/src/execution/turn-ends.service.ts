import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { PointReading } from '../planning/decisions.js';
import { type PointQuestion, PointValues, questionKey } from '../planning/point-values.js';
import { personEndsOf } from './person-ends.js';
import { TurnOrders } from './turn-orders.js';

const LOOK_MS = 2_000;
const READ_MS = 3_000;
/** An OFF after which its switch is still on is given again after this, ms. Longer than its call. */
const AGAIN_MS = 15_000;
const BATCH = 200;
const ME = sistema('automation');

/**
 * Running turns of rows named t that the service ends by their volume or by the moisture of their soil: it has not found it delivered, or
 * their switch is on still.
 */
const RUNNING = `t.estado = 'en_curso' AND (t.volumen_l IS NOT NULL AND t.volumen_n IS NULL AND t.volumen_punto IS NOT NULL
    OR t.hasta_humedad IS NOT NULL AND t.hasta_n IS NULL) AND t.switch_id IS NOT NULL AND (t.via = 'placa' OR t.ordenado) AND t.real_inicio + t.segundos * 1000::bigint > $1::bigint`;

const COLUMNS = `t.turno_id, t.switch_id, t.volumen_l, t.volumen_punto, t.hasta_humedad, t.hasta_punto, t.real_inicio,
  (SELECT p.nombre FROM programas p WHERE p.id = t.programa_id) AS programa`;

/** A turn before it, of its meter, that may have let water through after `$2`. */
const BEFORE = `SELECT 1 FROM turnos o JOIN puntos q ON q.id = $1 AND o.switch_id = ANY(q.mide) AND q.empresa_id = o.empresa_id
  WHERE o.turno_id <> $4 AND o.inicio < $3::bigint AND o.inicio > $2::bigint - 86400000 AND o.estado IN ('en_curso', 'cumplido', 'parcial')
    AND coalesce(o.real_inicio, o.inicio) + coalesce(o.real_segundos, o.segundos) * 1000::bigint > $2::bigint LIMIT 1`;

interface Running {
  turno_id: string;
  switch_id: number;
  volumen_l: number | null;
  volumen_punto: number | null;
  hasta_humedad: number | null;
  hasta_punto: number | null;
  real_inicio: string;
  programa: string | null;
}

type Soils = ReadonlyMap<string, PointReading>;
const soilOf = ({ hasta_punto }: Running): PointQuestion[] => (hasta_punto === null ? [] : [{ punto_id: hasta_punto }]);

/**
 * Ends turns by their volume or the moisture of their soil where their board cannot: by the last value of their point, so late by up to its
 * period. Their longest time is their board's, as for every turn, so that nothing runs on when a value or this service is missing.
 */
@Injectable()
export class TurnEndsService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly orders: TurnOrders,
    private readonly points: PointValues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every({ ms: LOOK_MS, failed: 'turns that end by a point could not be looked at' })
  async look(now = Date.now()): Promise<void> {
    const running: Running[] = await this.db.query(
      `SELECT ${COLUMNS} FROM turnos t WHERE ${RUNNING} AND t.volumen_fin IS NULL ORDER BY t.inicio LIMIT ${BATCH}`,
      [now],
    );
    const soils = await this.points.read(running.flatMap(soilOf), now);
    await Promise.all(running.map((turn) => this.measure(turn, soils, now)));
    const [again]: [Running[], number] = await this.db.query(
      `UPDATE turnos AS t SET volumen_fin = $1 WHERE ${RUNNING} AND t.volumen_fin <= $1::bigint - ${AGAIN_MS} RETURNING ${COLUMNS}`,
      [now],
    );
    await Promise.all(again.map((turn) => this.turnOff(turn, now)));
  }

  private async measure(turn: Running, soils: Soils, now: number): Promise<void> {
    const reached = await this.reached(turn, soils, now).catch((error: unknown) => {
      this.logger.warn({ err: error, turno_id: turn.turno_id }, 'the point of a turn could not be read');
      return false;
    });
    if (!reached) return;
    // Before the OFF: its board may report the end of the run sooner than the order is answered.
    const [claimed]: [unknown[], number] = await this.db.query(
      `UPDATE turnos AS t SET volumen_fin = $1 WHERE ${RUNNING} AND t.volumen_fin IS NULL AND t.turno_id = $2 RETURNING t.turno_id`,
      [now, turn.turno_id],
    );
    if (claimed.length > 0) await this.turnOff(turn, now);
  }

  private async reached(turn: Running, soils: Soils, now: number): Promise<boolean> {
    const { volumen_l, hasta_humedad } = turn;
    const [soil] = soilOf(turn);
    if (hasta_humedad !== null && soil) return (soils.get(questionKey(soil))?.value ?? -Infinity) >= hasta_humedad;
    const litres = await this.litresOf(turn, now);
    return litres !== null && volumen_l !== null && litres >= volumen_l;
  }

  /** What its meter counted since its start; null = not known. A closed valve lets nothing pass, so the last value before it is its own. */
  private async litresOf({ turno_id, volumen_punto, real_inicio }: Running, now: number): Promise<number | null> {
    const desde = Number(real_inicio);
    if (volumen_punto === null) return null;
    const range = { punto_id: volumen_punto, desde, hasta: now, hasta_ultimo: true } as const;
    const { valor, entre, de, a } = await this.bus.call('puntos.entre', range, ME, { timeout_ms: READ_MS });
    if (de === null || a === null || a <= desde) return null;
    const before: unknown[] = await this.db.query(BEFORE, [volumen_punto, de, desde, turno_id]);
    const m3 = before.length > 0 ? valor : entre;
    return m3 === null ? null : m3 * 1_000;
  }

  /** A person who wants it on for longer keeps it: the turn has ended all the same. */
  private async turnOff({ turno_id, switch_id, programa }: Running, now: number): Promise<void> {
    const ends = await personEndsOf(this.db, [switch_id], now);
    if (ends.has(switch_id)) return;
    await this.orders
      .send({ switch_id, dispositivo_id: null }, { accion: 'off', programa })
      .catch((error: unknown) =>
        this.logger.warn({ err: error, turno_id }, 'a turn that has its water could not be turned off'),
      );
  }
}
