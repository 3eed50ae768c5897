import { AppError, type Caller, type ErrorCode } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BY_PERSON } from '../outcomes/cause.js';
import { asJson } from '../storage/motivo.js';
import { type Granted, reaches, type Target } from '../storage/reach.js';
import { ORDER_OF_TURN } from './person-orders.js';
import { TurnOrders } from './turn-orders.js';

const LOOK_MS = 2_000;
/** An OFF that did not go through is tried again after this, ms. Longer than its call. */
const AGAIN_MS = 15_000;
const BATCH = 100;
/** Another attempt may succeed, and a second OFF does no harm. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['servicio_no_disponible', 'resultado_desconocido']);

interface Stop {
  caller: Caller;
  ip: string;
  navegador: string;
}

interface Owed {
  turno_id: string;
  switch_id: number | null;
  dispositivo_id: number | null;
  apagar: Stop;
}

const COLUMNS = 'turno_id, switch_id, dispositivo_id, apagar';

/** Its own timer has ended it, or somebody or another turn has turned it on since. */
const OBSOLETE = `coalesce(t.real_inicio, t.inicio) + t.segundos * 1000::bigint <= $1
  OR EXISTS (SELECT FROM ordenes_de_personas o WHERE o.accion = 'on' AND o.ts > (t.apagar->>'desde')::bigint
    AND ${ORDER_OF_TURN})
  OR EXISTS (SELECT FROM turnos o WHERE o.turno_id <> t.turno_id AND o.estado = 'en_curso'
    AND (o.switch_id = t.switch_id OR o.dispositivo_id = t.dispositivo_id))`;

/** Turns off what a person stopped: at once, and again until it went through, also after a crash of this service. */
@Injectable()
export class StopsService {
  constructor(
    private readonly db: DataSource,
    private readonly orders: TurnOrders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ends the open turns that may run and skips the others; what is on of them, and the caller's, is turned off after the commit. Call it
   * in the transaction that has read them.
   * @returns those that may run
   */
  async stop(
    tx: EntityManager,
    open: readonly (Target & { turno_id: string })[],
    granted: Granted | null,
    { who, ...stop }: Stop & { who: string },
  ): Promise<ReadonlySet<string>> {
    const now = Date.now();
    // A due turn of a board may be on: the board's report says whether it was. Without a report the new agenda ends it.
    const [rows]: [{ turno_id: string; begun: boolean }[], number] = await tx.query(
      `UPDATE turnos AS t SET fijo = true, causa = '${BY_PERSON}', motivo = NULL,
         motivos = CASE WHEN b.begun THEN $2::jsonb ELSE $3::jsonb END,
         estado = CASE WHEN b.begun THEN 'parcial' ELSE 'omitido' END,
         real_segundos = CASE WHEN b.begun THEN greatest(0, ($4::bigint - coalesce(t.real_inicio, t.inicio)) / 1000) ELSE t.real_segundos END
       FROM (SELECT turno_id, estado = 'en_curso' OR (via = 'placa' AND inicio <= $4::bigint) AS begun FROM turnos
         WHERE turno_id = ANY($1)) b
       WHERE b.turno_id = t.turno_id RETURNING t.turno_id, b.begun`,
      [
        open.map(({ turno_id }) => turno_id),
        asJson([{ codigo: 'detenido_por', nombre: who }]),
        asJson([{ codigo: 'omitido_por', nombre: who }]),
        now,
      ],
    );
    const begun = new Set(rows.filter((row) => row.begun).map(({ turno_id }) => turno_id));
    // A pump that is not theirs goes off with its last valve, by its group.
    for (const one of open)
      if (begun.has(one.turno_id) && reaches(granted, one)) await this.owe(tx, one.turno_id, stop, now);
    return begun;
  }

  /** These were turned off, whatever their turns still owe. */
  async settled({ switch_id, dispositivo_id }: Target): Promise<void> {
    await this.db.query(
      'UPDATE turnos SET apagar = NULL WHERE apagar IS NOT NULL AND (switch_id = $1 OR dispositivo_id = $2)',
      [switch_id, dispositivo_id],
    );
  }

  private async owe(tx: EntityManager, turno_id: string, stop: Stop, now: number): Promise<void> {
    await tx.query('UPDATE turnos SET apagar = $2 WHERE turno_id = $1', [
      turno_id,
      JSON.stringify({ ...stop, desde: now, en: now }),
    ]);
  }

  /** Call it after the commit: a person's order does not wait for an agenda. */
  async send(turno_id: string): Promise<void> {
    const owed: Owed[] = await this.db.query(
      `SELECT ${COLUMNS} FROM turnos WHERE turno_id = $1 AND apagar IS NOT NULL`,
      [turno_id],
    );
    for (const one of owed) await this.turnOff(one);
  }

  @Every({ ms: LOOK_MS, failed: 'stopped turns could not be turned off' })
  async look(): Promise<void> {
    const now = Date.now();
    await this.db.query(`UPDATE turnos AS t SET apagar = NULL WHERE t.apagar IS NOT NULL AND (${OBSOLETE})`, [now]);
    const [owed]: [Owed[], number] = await this.db.query(
      `UPDATE turnos SET apagar = jsonb_set(apagar, '{en}', to_jsonb($1::bigint)) WHERE turno_id IN (SELECT turno_id FROM turnos
         WHERE apagar IS NOT NULL AND (apagar->>'en')::bigint <= $1::bigint - ${AGAIN_MS} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [now],
    );
    await Promise.all(owed.map((one) => this.turnOff(one)));
  }

  private async turnOff({ turno_id, switch_id, dispositivo_id, apagar }: Owed): Promise<void> {
    const { caller, ip, navegador } = apagar;
    try {
      await this.orders.send({ switch_id, dispositivo_id }, { accion: 'off', caller, ip, navegador });
    } catch (error) {
      this.logger.warn({ err: error, turno_id }, 'a stopped turn could not be turned off');
      if (!(error instanceof AppError) || PASSING.has(error.codigo)) return;
    }
    await this.db.query('UPDATE turnos SET apagar = NULL WHERE turno_id = $1', [turno_id]);
  }
}
