import { Bus } from '@acequia/bus';
import { AppError, ORDENES_POR_LOTE, sistema } from '@acequia/contracts';
import { LOGGER, type Logger, Recurring } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TurnoNews } from '../turnos/turno-news.js';
import { DeviceTurnsService, type TurnOfDevice } from './device-turns.service.js';

const LOOK_MS = 250;
/** Runs that are claimed at a time. */
const BATCH = ORDENES_POR_LOTE;
/** Batches that one instance starts at the same time: a slow board delays only its own. */
const LANES = 3;
/** A command without a result after this, ms, belongs to an instance that died. Longer than any call. */
const FORGOTTEN_MS = 15_000;
const YO = sistema('automation');

interface Taken {
  turno_id: string;
  switch_id: number | null;
  dispositivo_id: number | null;
  inicio: string;
  segundos: number;
  tarde_s: number;
  real_inicio: string;
}

const COLUMNS = 'turno_id, switch_id, dispositivo_id, inicio, segundos, tarde_s, real_inicio';
const END = 'real_inicio + segundos * 1000::bigint';

/**
 * Runs that the service executes: boards with third-party firmware, devices of the relay cloud and groups across boards. An
 * instance claims a run by updating its row, so the run starts at most once. Each ON carries its duration: the switch goes off
 * by its own timer even if this service dies.
 */
@Injectable()
export class RunnerService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly looks = new Recurring(
    () => this.look(),
    (error) => this.logger.warn({ err: error }, 'turns could not be started'),
  );

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly news: TurnoNews,
    private readonly devices: DeviceTurnsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.looks.start(LOOK_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looks.stop();
  }

  private async look(): Promise<void> {
    await Promise.all([this.startDue(LANES), this.resumeForgotten(), this.endDue()]);
  }

  /** After a full batch there may be more: as long as `lanes` are left, the next ones start without waiting for this batch. */
  private async startDue(lanes: number): Promise<void> {
    const now = Date.now();
    const turnos = await this.claimDue(now);
    const full = turnos.length === BATCH;
    const beside = full && lanes > 1 ? this.startDue(lanes - 1) : null;
    await this.start(turnos, now);
    await beside;
    if (full && beside === null) await this.startDue(1);
  }

  private async claimDue(now: number): Promise<Taken[]> {
    const [turnos]: [Taken[], number] = await this.db.query(
      `UPDATE turnos SET estado = 'en_curso', fijo = true, real_inicio = $1, real_segundos = 0, orden_en = $1
       WHERE turno_id IN (SELECT turno_id FROM turnos WHERE estado = 'previsto' AND via = 'servicio' AND inicio <= $1
         ORDER BY inicio LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [now],
    );
    return turnos;
  }

  /** Repeating an ON is harmless: the second one ends when the first would have. */
  private async resumeForgotten(): Promise<void> {
    const now = Date.now();
    const [turnos]: [Taken[], number] = await this.db.query(
      `UPDATE turnos SET orden_en = $1::bigint
       WHERE turno_id IN (SELECT turno_id FROM turnos WHERE estado = 'en_curso' AND via = 'servicio' AND NOT ordenado
         AND orden_en < $1::bigint - ${FORGOTTEN_MS} AND ${END} > $1 ORDER BY inicio LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [now],
    );
    await this.start(turnos, now);
  }

  private async start(turnos: readonly Taken[], now: number): Promise<void> {
    this.news.tell(...turnos.map(({ turno_id }) => turno_id));
    const isLate = ({ inicio, tarde_s }: Taken): boolean => now - Number(inicio) > tarde_s * 1_000;
    const due = turnos.filter((turno) => !isLate(turno));
    await Promise.all([
      ...turnos.filter(isLate).map((turno) => this.lost(turno, 'El servicio no estaba en marcha a su hora')),
      this.startSwitches(due.filter(({ switch_id }) => switch_id !== null)),
      ...due.filter(({ switch_id }) => switch_id === null).map((turno) => this.startDevice(turno)),
    ]);
  }

  /** In one call, where each switch is answered for itself. */
  private async startSwitches(turnos: readonly Taken[]): Promise<void> {
    if (turnos.length === 0) return;
    const ordenes = turnos.map((turno) => ({ id: turno.switch_id ?? 0, duracion_s: leftOf(turno) }));
    const failures: unknown[] = await this.bus.call('switches.encender_lote', { ordenes }, YO).then(
      (refusals) => refusals.map((refusal) => refusal && AppError.fromJSON(refusal)),
      (error: unknown) => turnos.map(() => error),
    );
    const begun: string[] = [];
    await Promise.all(
      turnos.map(async (turno, n) => {
        if ((await this.outcome(turno, failures[n] ?? null)) !== 'not begun') begun.push(turno.turno_id);
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
    if (outcome !== 'not begun') await this.begun([turno.turno_id], outcome === 'begun');
  }

  /** `failure`: what the order's call failed with, null = nothing. */
  private async outcome(turno: Taken, failure: unknown): Promise<'begun' | 'unknown' | 'not begun'> {
    if (failure === null) return 'begun';
    const codigo = failure instanceof AppError ? failure.codigo : undefined;
    // The command may have been carried out: the reported state and the device's own timer settle it.
    if (codigo === 'resultado_desconocido') return 'unknown';
    // The command was not delivered: repeat it for as long as the run may start late.
    if (codigo === 'servicio_no_disponible' && turno.tarde_s > 0) return 'not begun';
    this.logger.warn({ err: failure, turno_id: turno.turno_id }, 'a turn could not be started');
    const texto = failure instanceof AppError ? failure.texto : 'No se pudo encender.';
    await this.lost(turno, texto.replace(/\.$/, ''));
    return 'not begun';
  }

  private async begun(turnos: readonly string[], confirmado: boolean): Promise<void> {
    if (turnos.length === 0) return;
    await this.db.query('UPDATE turnos SET ordenado = true, confirmado = $2 WHERE turno_id = ANY($1)', [
      turnos,
      confirmado,
    ]);
    this.news.tell(...turnos);
  }

  /**
   * A cloud device also gets an OFF: another client's command may have replaced its timer. The ledger then settles what became
   * of the turn; until it can be read, a turn without a confirmed ON counts as unconfirmed.
   */
  private async endDue(): Promise<void> {
    const now = Date.now();
    const [turnos]: [(Taken & TurnOfDevice)[], number] = await this.db.query(
      `UPDATE turnos SET confirmado = ordenado AND confirmado,
         estado = CASE WHEN ordenado AND confirmado THEN 'cumplido' ELSE 'perdido' END,
         real_segundos = CASE WHEN ordenado AND confirmado THEN least(segundos, ($1 - real_inicio) / 1000) END
       WHERE turno_id IN (SELECT turno_id FROM turnos WHERE estado = 'en_curso' AND via = 'servicio' AND dispositivo_id IS NOT NULL
         AND ${END} <= $1 ORDER BY inicio LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}, empresa_id, motivo`,
      [now],
    );
    this.news.tell(...turnos.map(({ turno_id }) => turno_id));
    await Promise.all(
      turnos.map(async (turno) => {
        const failed = (what: string) => (error: unknown) =>
          this.logger.warn({ err: error, turno_id: turno.turno_id }, what);
        await this.order(turno, 'off').catch(failed('a turn could not be ended'));
        await this.devices.settle(turno).catch(failed('a turn could not be accounted for'));
      }),
    );
  }

  private async order(turno: Taken, accion: 'on' | 'off'): Promise<void> {
    const { dispositivo_id } = turno;
    if (dispositivo_id === null) return;
    const duration = accion === 'on' ? { duracion_s: leftOf(turno) } : {};
    await this.bus.call(
      'dispositivos.comandar',
      { id: dispositivo_id, accion, ...duration, ip: '', navegador: '' },
      YO,
    );
  }

  private async lost({ turno_id }: Taken, motivo: string): Promise<void> {
    await this.db.query(
      `UPDATE turnos SET estado = 'perdido', motivo = $2, real_inicio = NULL, real_segundos = 0 WHERE turno_id = $1 AND estado = 'en_curso'`,
      [turno_id, motivo],
    );
    this.news.tell(turno_id);
  }
}

const leftOf = ({ segundos, real_inicio }: Taken): number => {
  const left_s = Math.ceil(segundos - (Date.now() - Number(real_inicio)) / 1_000);
  return Math.max(1, Math.min(segundos, left_s));
};
