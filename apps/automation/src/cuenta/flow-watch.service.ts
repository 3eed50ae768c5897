import { Bus } from '@acequia/bus';
import {
  AppError,
  type CaudalWatched,
  type PorCaudal,
  type ProteccionGuardada,
  type Punto,
  sistema,
} from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Expected, type FlowLimit, limitOf, lookBackOf, wrongFlow } from './flow-judge.js';
import { openBetween } from './open-valves.js';

const LOOK_MS = 30_000;
/** What boards and meters tell is stored by then, ms. */
const STORED_MS = 120_000;
/** In less time nobody sees whether a valve is open, s. */
const LEAST_S = 10;
/** A combination that was seen less often is not known yet. */
const LEAST_SEEN = 3;
const PERIODS = 3;
const ME = sistema('automation');

type Watched = Omit<ProteccionGuardada, 'version' | 'cuando'> & { cuando: PorCaudal };
type Verdict = Pick<CaudalWatched, 'estado' | 'caudal'>;
const UNKNOWN: Verdict = { estado: 'desconocido', caudal: null };
const RIGHT: Verdict = { estado: 'bien', caudal: null };

/** Those over a flow that no board is given: the meter or a valve hangs elsewhere, or its firmware cannot. */
const WATCHED = `SELECT d.definicion FROM protecciones d WHERE d.definicion ->> 'activa' = '1'
    AND d.definicion ->> 'cuando' IN ('rotura', 'sin_caudal', 'fuga')
    AND NOT EXISTS (SELECT FROM controles c, jsonb_array_elements(c.protecciones) one
      WHERE c.empresa_id = d.empresa_id AND one ->> 'id' = 'p' || d.id) ORDER BY d.id`;
const LEARNED = `SELECT media AS m3h, CASE WHEN observaciones > 1 THEN sqrt(cuadrados / (observaciones - 1)) ELSE 0 END AS spread
  FROM caudales WHERE punto_id = $1 AND valvulas = $2 AND observaciones >= ${LEAST_SEEN}`;
const SAID = 'SELECT sum(caudal_m3h)::float8 AS m3h, count(caudal_m3h)::int AS said FROM switches WHERE id = ANY($1)';

/** Judges the flow of meters where no board can: it only tells, and closes nothing. */
@Injectable()
export class FlowWatch {
  /** undefined = not judged since the start. */
  private judged: CaudalWatched[] | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError `servicio_no_disponible` before it has looked */
  watched(): CaudalWatched[] {
    if (!this.judged) throw new AppError('servicio_no_disponible');
    return this.judged;
  }

  @Every({ ms: LOOK_MS, failed: 'the flow of meters could not be judged' })
  async look(now = Date.now()): Promise<void> {
    const rows: { definicion: Watched }[] = await this.db.query(WATCHED);
    const meters = new Map<number, Promise<Punto[]>>();
    const judged: CaudalWatched[] = [];
    for (const { definicion: one } of rows) {
      const { id, empresa_id, punto_id, nombre } = one;
      const ofCompany = meters.get(empresa_id) ?? this.bus.call('puntos.listar', { empresa_id }, ME);
      meters.set(empresa_id, ofCompany);
      const verdict = await this.judge(one, ofCompany, now).catch((error: unknown) => {
        this.logger.debug({ err: error, id }, 'the flow of a meter could not be judged');
        return UNKNOWN;
      });
      judged.push({ proteccion_id: id, empresa_id, punto_id, nombre, ...verdict });
    }
    this.judged = judged;
  }

  private async judge(one: Watched, meters: Promise<readonly Punto[]>, now: number): Promise<Verdict> {
    const { cuando, valor, valvula_ids, punto_id, durante_s, omitida_hasta } = one;
    const filling_ms = Math.max(LEAST_S, one.gracia_s) * 1_000;
    const meter = (await meters).find(({ id }) => id === punto_id);
    if (omitida_hasta !== null && omitida_hasta > now) return RIGHT;
    if (!meter) return UNKNOWN;
    const hasta = now - STORED_MS;
    const open = await openBetween(this.bus, valvula_ids, hasta - filling_ms, hasta);
    if (open === null) return UNKNOWN;
    // What is no fault of this kind, whatever flows.
    if ((open.length === 0) !== (cuando === 'fuga')) return RIGHT;
    const expected = cuando === 'fuga' ? { m3h: 0, spread: 0 } : await this.expected(punto_id, open);
    const limit: FlowLimit = { cuando, valor, grain_m3: Math.abs(meter.a) };
    const limit_m3h = expected && limitOf(limit, expected);
    if (expected === null || limit_m3h === null) return UNKNOWN;
    const back_s = lookBackOf(limit_m3h, limit.grain_m3, durante_s, meter.cada_s);
    const { entre, de, a } = await this.bus.call(
      'puntos.entre',
      { punto_id, desde: hasta - back_s * 1_000, hasta, hasta_ultimo: true },
      ME,
    );
    const awaited = PERIODS * meter.cada_s * 1_000;
    if (entre === null || de === null || a === null || hasta - a > awaited || a - de < back_s * 500) return UNKNOWN;
    // Of the time from filling on, all of it.
    const steady = await openBetween(this.bus, valvula_ids, de - filling_ms, hasta);
    if (steady?.join() !== open.join()) return UNKNOWN;
    const caudal = wrongFlow(limit, limit_m3h, expected, entre, (a - de) / 3_600_000);
    return caudal ? { estado: 'mal', caudal } : RIGHT;
  }

  /** What was learned of these together, else the sum of what people said of each; null = neither. */
  private async expected(punto_id: number, open: number[]): Promise<Expected | null> {
    const [learned]: Expected[] = await this.db.query(LEARNED, [punto_id, open]);
    if (learned) return learned;
    const [sum]: { m3h: number | null; said: number }[] = await this.db.query(SAID, [open]);
    return sum && sum.m3h !== null && sum.said === open.length ? { m3h: sum.m3h, spread: 0 } : null;
  }
}
