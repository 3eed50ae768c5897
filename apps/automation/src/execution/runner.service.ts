import { Bus, Signals } from '@acequia/bus';
import { AppError, type ErrorCode, fraseOf, sistema } from '@acequia/contracts';
import { LOGGER, type Logger, Recurring } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PLAN_SIGNAL } from '../planning/planner.service.js';
import { lastStartOf } from '../planning/lateness.js';
import { People } from '../people.js';
import type { StoredCause } from '../outcomes/cause.js';
import { TurnoNews } from '../live/turno-news.js';
import { BATCH, claimDue, claimEnded, claimForgotten, nextDue } from './claims.js';
import { DeviceTurnsService, type TurnOfDevice } from './device-turns.service.js';
import { personEndsOf } from './person-ends.js';
import { endOf, isOfDevice, leftOf, type Taken } from './taken.js';
import { asJson, type Motivo } from '../storage/motivo.js';
import { onBehalfOf, TurnOrders } from './turn-orders.js';
import { unwantedOf } from './unwanted.js';

/** What is due between two looks has a look of its own, ms. */
const LOOK_MS = 1_000;
/** Batches that one instance starts at the same time: a slow board delays only its own. */
const LANES = 3;
/** A refused turn is tried again after this, and less often the later it is, ms. */
const AGAIN_MS = 1_000;
/** Nothing was turned on, and the obstacle may be gone in a moment. */
const PASSING: ReadonlySet<ErrorCode | undefined> = new Set([
  'servicio_no_disponible',
  'switch_enclavado',
  'switch_protegido',
  'switch_en_reposo',
]);
const YO = sistema('automation');

/**
 * Runs that the service executes: boards with third-party firmware, devices of the relay cloud and groups across boards. An
 * instance claims a run by updating its row, so that no other starts it too; an ON that its instance may have died over is sent
 * again, with the same end. Each ON carries its duration: the switch goes off
 * by its own timer even if this service dies; where its board has none (ESPHome, Tasmota from the ninth relay), device-gateway
 * turns it off.
 */
@Injectable()
export class RunnerService implements OnModuleInit, BeforeApplicationShutdown {
  /** Orders to devices under way. */
  private readonly pending = new Set<Promise<void>>();
  private early: NodeJS.Timeout | undefined;
  private readonly looks = new Recurring(
    () => this.look(),
    (error) => this.logger.warn({ err: error }, 'turns could not be started'),
  );

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly orders: TurnOrders,
    private readonly news: TurnoNews,
    private readonly devices: DeviceTurnsService,
    private readonly people: People,
    private readonly signals: Signals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.looks.start(LOOK_MS);
    await this.signals.listen(PLAN_SIGNAL, () => this.looks.now());
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.early);
    await this.looks.stop();
    clearTimeout(this.early);
    await Promise.all(this.pending);
  }

  /** A cloud may take long to answer: the next look does not wait for it. */
  private aside(work: Promise<void>, { turno_id }: Taken): void {
    const done = work
      .catch((error: unknown) => this.logger.warn({ err: error, turno_id }, 'the order of a turn failed'))
      .finally(() => this.pending.delete(done));
    this.pending.add(done);
  }

  private async look(): Promise<void> {
    const now = Date.now();
    await Promise.all([this.startDue(LANES), this.resumeForgotten(), this.endDue(), this.lookEarly(now)]);
  }

  /** Turns begin and end when they are due, not at the next regular look. */
  private async lookEarly(now: number): Promise<void> {
    const next = await nextDue(this.db, now, LOOK_MS);
    clearTimeout(this.early);
    if (next !== null) this.early = setTimeout(() => this.looks.now(), Math.max(0, next - Date.now())).unref();
  }

  /** After a full batch there may be more: as long as `lanes` are left, the next ones start without waiting for this batch. */
  private async startDue(lanes: number): Promise<void> {
    const now = Date.now();
    const turnos = await claimDue(this.db, now);
    const full = turnos.length === BATCH;
    const beside = full && lanes > 1 ? this.startDue(lanes - 1) : null;
    await this.start(turnos, now);
    await beside;
    if (full && beside === null) await this.startDue(1);
  }

  /** The instance that tried these may have turned them on and died before it wrote that down. */
  private async resumeForgotten(): Promise<void> {
    const now = Date.now();
    const turnos = await claimForgotten(this.db, now);
    // If the first attempt turned it on, it began then.
    const forgotten = turnos.map((turno) => ({ ...turno, orden_en: turno.real_inicio }));
    const switches = forgotten.filter(({ switch_id }) => switch_id !== null);
    const unwanted = await unwantedOf(this.db, this.people, switches);
    const isRepeated = (turno: Taken): boolean => now <= lastStartOf(turno) && !unwanted.has(turno.turno_id);
    // Repeating the ON of a switch is harmless: the second one ends when the first would have.
    await Promise.all([
      this.startSwitches(switches.filter(isRepeated)),
      this.begun(
        switches.filter((turno) => !isRepeated(turno)),
        true,
      ),
    ]);
    for (const turno of forgotten) if (isOfDevice(turno)) this.aside(this.resumeDevice(turno, now), turno);
  }

  /** A device gets one ON: the ledger knows whether it has got it. */
  private async resumeDevice(turno: Taken & TurnOfDevice, now: number): Promise<void> {
    if (await this.devices.wasOrdered(turno)) await this.begun([turno], false);
    else await this.start([turno], now);
  }

  private async start(turnos: readonly Taken[], now: number): Promise<void> {
    this.news.tell(...turnos.map(({ turno_id }) => turno_id));
    const unwanted = await unwantedOf(this.db, this.people, turnos);
    const isLate = (turno: Taken): boolean => now > lastStartOf(turno) || now >= endOf(turno);
    const wanted = turnos.filter(({ turno_id }) => !unwanted.has(turno_id));
    const due = wanted.filter((turno) => !isLate(turno));
    for (const turno of due) if (isOfDevice(turno)) this.aside(this.startDevice(turno), turno);
    await Promise.all([
      ...turnos.flatMap((turno) => {
        const why = unwanted.get(turno.turno_id);
        return why === undefined ? [] : [this.notStarted(turno, 'omitido', why)];
      }),
      ...wanted
        .filter(isLate)
        .map((turno) => this.notStarted(turno, 'perdido', { codigo: 'servicio_parado' }, 'servicio')),
      this.startSwitches(due.filter(({ switch_id }) => switch_id !== null)),
    ]);
  }

  /** In one call, where each switch is answered for itself. */
  private async startSwitches(turnos: readonly Taken[]): Promise<void> {
    if (turnos.length === 0) return;
    const now = Date.now();
    const ids = turnos.map(({ switch_id }) => switch_id ?? 0);
    const ends = await personEndsOf(this.db, ids, now);
    const ordenes = turnos.map((turno, n) => {
      const id = ids[n] ?? 0;
      const duracion_s = Math.max(leftOf(turno), Math.ceil(((ends.get(id) ?? now) - now) / 1_000));
      return { id, duracion_s, ...onBehalfOf(turno.programa), no_apagado_desde: Number(turno.inicio) };
    });
    const failures: unknown[] = await this.bus.call('switches.encender_lote', { ordenes }, YO).then(
      (refusals) => refusals.map((refusal) => refusal && AppError.fromJSON(refusal)),
      (error: unknown) => turnos.map(() => error),
    );
    const begun: Taken[] = [];
    await Promise.all(
      turnos.map(async (turno, n) => {
        if ((await this.outcome(turno, failures[n] ?? null)) !== 'not begun') begun.push(turno);
      }),
    );
    // The state of its pin tells whether a switch obeyed.
    await this.begun(begun, true);
  }

  private async startDevice(turno: Taken): Promise<void> {
    const failure: unknown = await this.order(turno, 'on').then(
      () => null,
      (error: unknown) => error,
    );
    const outcome = await this.outcome(turno, failure);
    if (outcome !== 'not begun') await this.begun([turno], outcome === 'begun');
  }

  /** `failure`: what the order's call failed with, null = nothing. */
  private async outcome(turno: Taken, failure: unknown): Promise<'begun' | 'unknown' | 'not begun'> {
    if (failure === null) return 'begun';
    const codigo = failure instanceof AppError ? failure.codigo : undefined;
    // The command may have been carried out: the reported state and the device's own timer settle it.
    if (codigo === 'resultado_desconocido') return 'unknown';
    if (PASSING.has(codigo) && (await this.postponed(turno))) return 'not begun';
    this.logger.warn({ err: failure, turno_id: turno.turno_id }, 'a turn could not be started');
    const estado = codigo === 'switch_bloqueado' ? 'omitido' : 'perdido';
    const causa = codigo === 'servicio_no_disponible' ? 'servicio' : null;
    await this.notStarted(turno, estado, motivoOf(failure), causa);
    return 'not begun';
  }

  /** The turn waits to be claimed again; false = it could not start in time. */
  private async postponed(turno: Taken): Promise<boolean> {
    const now = Date.now();
    const again = now + Math.max(AGAIN_MS, Math.round((now - Number(turno.inicio)) / 10));
    if (again > lastStartOf(turno) || again >= endOf(turno)) return false;
    await this.db.query(
      `UPDATE turnos SET estado = 'previsto', orden_en = $2, real_segundos = NULL
       WHERE turno_id = $1 AND estado = 'en_curso' AND NOT ordenado`,
      [turno.turno_id, again],
    );
    this.news.tell(turno.turno_id);
    return true;
  }

  /** What a turn had to wait is missing at its start: its end stays, and with it the order in which a group ends. */
  private async begun(turnos: readonly Taken[], confirmado: boolean): Promise<void> {
    if (turnos.length === 0) return;
    await this.db.query(
      `UPDATE turnos AS t SET ordenado = true, confirmado = $3, real_inicio = b.began,
         segundos = greatest(1, t.segundos - round((b.began - t.real_inicio) / 1000.0)::integer)
       FROM unnest($1::varchar[], $2::bigint[]) AS b (turno_id, began) WHERE t.turno_id = b.turno_id`,
      [turnos.map(({ turno_id }) => turno_id), turnos.map(({ orden_en }) => orden_en), confirmado],
    );
    this.news.tell(...turnos.map(({ turno_id }) => turno_id));
  }

  /**
   * A cloud device also gets an OFF: another client's command may have replaced its timer. The ledger then settles what became
   * of the turn; until it can be read, a turn without a confirmed ON counts as unconfirmed.
   */
  private async endDue(): Promise<void> {
    const turnos = await claimEnded(this.db, Date.now());
    this.news.tell(...turnos.map(({ turno_id }) => turno_id));
    for (const turno of turnos) this.aside(this.end(turno, turno.taken_over), turno);
  }

  private async end(turno: Taken & TurnOfDevice, taken_over: boolean): Promise<void> {
    // An OFF would end the device's next turn, whose ON renews its timer.
    if (!taken_over)
      await this.order(turno, 'off').catch((error: unknown) =>
        this.logger.warn({ err: error, turno_id: turno.turno_id }, 'a turn could not be ended'),
      );
    await this.devices.settle(turno);
  }

  private async order(turno: Taken, accion: 'on' | 'off'): Promise<void> {
    await this.orders.send(turno, {
      accion,
      // A person may turn it off between the look at their orders and this one.
      ...(accion === 'on' && { duracion_s: leftOf(turno), no_apagado_desde: Number(turno.inicio) }),
    });
  }

  private async notStarted(
    { turno_id }: Taken,
    estado: 'omitido' | 'perdido',
    motivo: Motivo,
    causa: StoredCause = null,
  ): Promise<void> {
    await this.db.query(
      `UPDATE turnos SET estado = $2, motivo = NULL, motivos = $3, real_inicio = NULL, real_segundos = 0, causa = $4
       WHERE turno_id = $1 AND estado = 'en_curso'`,
      [turno_id, estado, asJson([motivo]), causa],
    );
    this.news.tell(turno_id);
  }
}

const motivoOf = (failure: unknown): Motivo => {
  if (!(failure instanceof AppError)) return { codigo: 'orden_no_dada' };
  const frase = fraseOf(failure);
  return { codigo: 'dicho', texto: failure.texto, ...(frase && { frase }) };
};
