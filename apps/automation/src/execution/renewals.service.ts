import { AppError, type ErrorCode } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ORDER_OF_TURN } from './person-orders.js';
import { TurnOrders } from './turn-orders.js';

const LOOK_MS = 2_000;
/** A person's ON that ends this much before its turn is left as it is, ms. */
const SLACK_MS = 5_000;
/** An ON that did not go through is tried again after this, ms. Longer than its call. */
const AGAIN_MS = 15_000;
/** Another attempt may succeed, and while the person's ON runs a second one with the same end does no harm. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['servicio_no_disponible', 'resultado_desconocido']);

interface Shortened {
  turno_id: string;
  switch_id: number | null;
  dispositivo_id: number | null;
  /** When the person ordered it on, ms. */
  orden_ts: string;
  ends: string;
  programa: string | null;
}

const END = 't.real_inicio + t.segundos * 1000::bigint';

/** At $1 both the turn and the person's ON still run: once that ON has ended, another would open a closed valve. */
const RUNNING = `t.estado = 'en_curso' AND ${ORDER_OF_TURN} AND o.accion = 'on' AND o.ts + o.max_s * 1000::bigint > $1::bigint`;

/** Claims the running turns that a person's newer ON, with its own time, would end early. */
const SHORTENED = `UPDATE turnos AS t SET renovar_en = $1::bigint FROM ordenes_de_personas o
  WHERE ${RUNNING} AND t.via = 'servicio' AND t.ordenado AND t.volumen_fin IS NULL AND o.ts > t.orden_en
    AND o.ts + o.max_s * 1000::bigint < ${END} - ${SLACK_MS}
    AND ${END} > $1::bigint AND coalesce(t.renovar_en, 0) <= $1::bigint - ${AGAIN_MS}
  RETURNING t.turno_id, t.switch_id, t.dispositivo_id, o.ts AS orden_ts, ${END} AS ends,
    (SELECT p.nombre FROM programas p WHERE p.id = t.programa_id) AS programa`;

/** Whether the ON that a turn was claimed for still is the person's newest order. */
const STILL = `SELECT 1 FROM turnos t, ordenes_de_personas o
  WHERE t.turno_id = $2 AND o.ts = $3::bigint AND ${RUNNING}`;

/** A person's ON in a turn of the service lasts to the later of both ends, as on a board that runs its agenda. */
@Injectable()
export class RenewalsService {
  constructor(
    private readonly db: DataSource,
    private readonly orders: TurnOrders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every({ ms: LOOK_MS, failed: 'turns could not be renewed' })
  async look(): Promise<void> {
    const [turnos]: [Shortened[], number] = await this.db.query(SHORTENED, [Date.now()]);
    await Promise.all(turnos.map((turno) => this.renew(turno)));
  }

  /** The turn counts as renewed once its order went through, or is refused for good. */
  private async renew({ turno_id, orden_ts, ends, programa, ...target }: Shortened): Promise<void> {
    const now = Date.now();
    const still: unknown[] = await this.db.query(STILL, [now, turno_id, orden_ts]);
    if (still.length === 0) {
      await this.db.query('UPDATE turnos SET renovar_en = NULL WHERE turno_id = $1', [turno_id]);
      return;
    }
    try {
      const duracion_s = Math.ceil((Number(ends) - now) / 1_000);
      await this.orders.send(target, { accion: 'on', duracion_s, programa, no_apagado_desde: Number(orden_ts) });
    } catch (error) {
      this.logger.warn({ err: error, turno_id }, 'a turn could not be renewed');
      if (!(error instanceof AppError) || PASSING.has(error.codigo)) return;
    }
    // The moment before the order: a person's order that came meanwhile is looked at.
    await this.db.query('UPDATE turnos SET orden_en = $2, renovar_en = NULL WHERE turno_id = $1', [turno_id, now]);
  }
}
