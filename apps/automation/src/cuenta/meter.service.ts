import { Bus } from '@acequia/bus';
import { orGone, sistema } from '@acequia/contracts';
import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TOLERANCE_S } from '../outcomes/outcome.js';
import { meterOf } from '../storage/meter.sql.js';
import { EARLIER_MOST, EARLIER_MS } from './earlier.js';
import { judgeVolume, judgeWater, type Measured } from './expected-water.js';
import { type Prices, type TurnEnergy, turnEnergy } from './turn-energy.js';

const LOOK_MS = 20_000;
/** A meter's samples have arrived by then, ms. */
const SETTLED_MS = 180_000;
/** What is still unknown after this stays unknown, ms. */
const GIVE_UP_MS = 6 * 3_600_000;
const BATCH = 200;
/** Two valves may be open together for this long when one takes over from the other, s. */
const TOUCH_S = 2;
/** Values this far from the ends of a turn, ms, may be shared out evenly with the turn before or after. */
const SHARED_MS = 120_000;
const ME = sistema('automation');

interface Ended extends Prices {
  turno_id: string;
  switch_id: number;
  inicio: string;
  desde: string;
  hasta: string;
  dispositivo_id: number | null;
  punto_id: number | null;
  segundos: number;
  /** Of a turn that ends by its volume; what its board counted, and whether it could not. */
  volumen_l: number | null;
  litros_placa: number | null;
  sin_medir: boolean;
  /** Other switches of the same kind whose water the same meter counts. */
  beside: number[];
}

/** Ended turns whose meters, of energy and of water, have had time to deliver, or whose board has told all there is. */
const ENDED = `SELECT t.turno_id, t.switch_id, t.inicio, t.real_inicio AS desde, t.real_inicio + t.real_segundos * 1000::bigint AS hasta,
    d.id AS dispositivo_id, e.tarifa_kwh, e.tarifas, e.zona_horaria, q.id AS punto_id, t.segundos, t.volumen_l, t.litros_placa, t.sin_medir,
    ARRAY(SELECT o.id FROM switches o JOIN switches s ON s.id = t.switch_id AND s.tipo = o.tipo
      WHERE o.id = ANY(q.mide) AND o.id <> t.switch_id ORDER BY o.id) AS beside
  FROM turnos t JOIN empresas e ON e.id = t.empresa_id
  LEFT JOIN LATERAL (SELECT id FROM dispositivos WHERE vigila_switch_id = t.switch_id AND empresa_id = t.empresa_id
    ORDER BY id LIMIT 1) d ON true
  LEFT JOIN LATERAL ${meterOf('t.empresa_id', 't.switch_id')} q ON true
  WHERE NOT t.medido AND t.estado IN ('cumplido', 'parcial') AND t.real_inicio IS NOT NULL AND t.real_segundos IS NOT NULL
    AND (t.real_inicio + t.real_segundos * 1000::bigint < $1 OR d.id IS NULL AND (t.litros_placa IS NOT NULL OR t.volumen_n IS NOT NULL AND t.sin_medir))
    AND (t.real_inicio, t.turno_id) > ($2::bigint, $3::varchar)
  ORDER BY t.real_inicio, t.turno_id LIMIT ${BATCH}`;

const SAVE = `UPDATE turnos SET kwh = $2, costo = $3, m3_medidos = $4, medido = $5, m3_esperados = $6, agua = $7, sin_medir = $8,
    energia_periodos = $9
  WHERE turno_id = $1 AND (kwh, costo, m3_medidos, medido, m3_esperados, agua, sin_medir, energia_periodos)
    IS DISTINCT FROM ($2, $3, $4, $5, $6, $7, $8, $9::jsonb)`;

/** Measured turns of a valve before one of them, the newest first. Those without water are no example. */
const EARLIER = `SELECT m3_medidos AS m3, real_segundos AS seconds FROM turnos
  WHERE switch_id = $1 AND inicio < $2 AND inicio > $2::bigint - ${EARLIER_MS} AND estado = 'cumplido' AND m3_medidos IS NOT NULL
    AND real_segundos > 0 AND agua IS DISTINCT FROM 'sin_agua'
  ORDER BY inicio DESC LIMIT ${EARLIER_MOST}`;
const FIRST = { desde: '0', turno_id: '' };

/** Computes each turn's water, energy and cost from the meters of its switch. */
@Injectable()
export class MeterService {
  /** The last turn of the previous look: turns that wait for their values do not keep others from being measured. */
  private after: Pick<Ended, 'desde' | 'turno_id'> = FIRST;

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  /** Two instances may measure the same turn: both get the same result. */
  @Every({ ms: LOOK_MS, failed: 'turns could not be measured' })
  async look(now = Date.now()): Promise<void> {
    const ended: Ended[] = await this.db.query(ENDED, [now - SETTLED_MS, this.after.desde, this.after.turno_id]);
    this.after = (ended.length === BATCH && ended.at(-1)) || FIRST;
    for (const turn of ended) {
      const { turno_id, dispositivo_id } = turn;
      const [desde, hasta] = [Number(turn.desde), Number(turn.hasta)];
      const { kwh, costo, periodos } = await this.energy(turn, desde, hasta);
      const m3 = await this.waterOf(turn, desde, hasta);
      const missing = (kwh === null && dispositivo_id !== null) || m3 === undefined;
      const done = !missing || now - hasta >= GIVE_UP_MS;
      const unmeasured = isUnmeasured(turn, m3, done);
      const told = unmeasured ? null : (m3 ?? null);
      const { expected, fault } = await this.judged(turn, told, (hasta - desde) / 1_000, unmeasured);
      const byPeriod = periodos && JSON.stringify(periodos);
      await this.db.query(SAVE, [turno_id, kwh, costo, told, done, expected, fault, unmeasured, byPeriod]);
    }
  }

  private async judged(turn: Ended, m3: number | null, seconds: number, unmeasured: boolean) {
    const { switch_id, inicio, segundos, volumen_l } = turn;
    if (volumen_l !== null) {
      const whole = seconds >= segundos - TOLERANCE_S;
      const expected = volumen_l / 1_000;
      const fault = m3 === null && !unmeasured ? null : judgeVolume({ m3, seconds, whole }, expected);
      return { expected, fault };
    }
    if (m3 === null) return { expected: null, fault: null };
    const earlier: Measured[] = await this.db.query(EARLIER, [switch_id, inicio]);
    return judgeWater({ m3, seconds }, earlier);
  }

  private async energy(turn: Ended, desde: number, hasta: number): Promise<TurnEnergy> {
    const { dispositivo_id } = turn;
    if (dispositivo_id === null) return { kwh: null, costo: null, periodos: null };
    return turnEnergy(turn, desde, hasta, (cortes) =>
      this.bus.call('energia.entre', { dispositivo_id, desde, hasta, cortes: [...cortes] }, ME),
    );
  }

  /** A board that ends a turn by its volume has counted it. */
  private async waterOf(turn: Ended, desde: number, hasta: number): Promise<number | null | undefined> {
    if (turn.litros_placa !== null) return turn.litros_placa / 1_000;
    return turn.sin_medir ? null : this.water(turn, desde, hasta);
  }

  /**
   * m³ of a turn; undefined = not known yet. What the meter counted between the values around the turn is the turn's, unless another
   * valve of the meter, or another turn, was open then too. What was counted while two were open is nobody's: null.
   */
  private async water({ punto_id, beside, switch_id }: Ended, desde: number, hasta: number) {
    if (punto_id === null) return null;
    const { valor, entre, de, a } = await this.bus.call('puntos.entre', { punto_id, desde, hasta }, ME);
    if (de === null || a === null) return undefined;
    const own = await this.secondsOn(switch_id, de, a);
    let shared = own !== null && own * 1_000 > hasta - desde + TOUCH_S * 1_000;
    for (const other of beside) {
      const seconds = await this.secondsOn(other, de, a);
      if (seconds === null) return undefined;
      if (seconds === 0) continue;
      if (((await this.secondsOn(other, desde, hasta)) ?? 0) > TOUCH_S) return null;
      shared = true;
    }
    if (!shared) return entre;
    return desde - de > SHARED_MS || a - hasta > SHARED_MS ? null : valor;
  }

  /** null = its state is not known of all of that time, or it is gone. */
  private async secondsOn(switch_id: number, desde: number, hasta: number): Promise<number | null> {
    const told = await orGone(this.bus.call('historial.encendido_entre', { switch_id, desde, hasta }, ME));
    const { encendido_s, sabido_s } = told ?? { encendido_s: 0, sabido_s: 0 };
    return sabido_s * 1_000 < hasta - desde - 1_000 ? null : encendido_s;
  }
}

/** A volume that was to be counted, of which nothing or no litre was told: never 0 m³ delivered. */
const isUnmeasured = ({ volumen_l, sin_medir }: Ended, m3: number | null | undefined, done: boolean): boolean =>
  volumen_l !== null && (sin_medir || m3 === 0 || (done && m3 === undefined));
