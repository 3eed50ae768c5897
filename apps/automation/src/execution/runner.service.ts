import { Bus } from '@acequia/bus';
import { AppError, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

const LOOK_MS = 250;
/** Runs that one instance takes at a time; the rest is the other's. */
const BATCH = 100;
const YO = sistema('automation');

interface Tomado {
  turno_id: string;
  switch_id: number | null;
  dispositivo_id: number | null;
  inicio: string;
  segundos: number;
  tarde_s: number;
  motivo: string | null;
}

/**
 * Runs through the service: boards of other firmwares, devices of the relay cloud and groups over several boards. A run is
 * taken by the update of its row, so it starts at most once however many instances there are.
 */
@Injectable()
export class RunnerService implements OnModuleInit, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.working ??= this.look()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'turns could not be started'))
        .finally(() => (this.working = undefined));
    }, LOOK_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.working;
  }

  private async look(): Promise<void> {
    await Promise.all([this.startDue(), this.endDue()]);
  }

  private async startDue(): Promise<void> {
    const now = Date.now();
    const [turnos]: [Tomado[], number] = await this.db.query(
      `UPDATE turnos SET estado = 'en_curso', fijo = true, real_inicio = $1, real_segundos = 0
       WHERE turno_id IN (SELECT turno_id FROM turnos WHERE estado = 'previsto' AND via = 'servicio' AND inicio <= $1
         ORDER BY inicio LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING turno_id, switch_id, dispositivo_id, inicio, segundos, tarde_s, motivo`,
      [now],
    );
    await Promise.all(turnos.map((turno) => this.start(turno, now)));
  }

  private async start(turno: Tomado, now: number): Promise<void> {
    if (now - Number(turno.inicio) > turno.tarde_s * 1_000) {
      await this.lost(turno, 'El servicio no estaba en marcha a su hora');
      return;
    }
    try {
      await this.order(turno, 'on');
    } catch (error) {
      const texto = error instanceof AppError ? error.texto : 'No se pudo encender.';
      this.logger.warn({ err: error, turno_id: turno.turno_id }, 'a turn could not be started');
      await this.lost(turno, texto.replace(/\.$/, ''));
    }
  }

  /** A switch goes off by its board's own timer; a device of the cloud is told. */
  private async endDue(): Promise<void> {
    const now = Date.now();
    const [turnos]: [Tomado[], number] = await this.db.query(
      `UPDATE turnos SET estado = 'cumplido', real_segundos = ($1 - real_inicio) / 1000
       WHERE turno_id IN (SELECT turno_id FROM turnos WHERE estado = 'en_curso' AND via = 'servicio' AND dispositivo_id IS NOT NULL
         AND real_inicio + segundos * 1000::bigint <= $1 ORDER BY inicio LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING turno_id, switch_id, dispositivo_id, inicio, segundos, tarde_s, motivo`,
      [now],
    );
    await Promise.all(
      turnos.map((turno) =>
        this.order(turno, 'off').catch((error: unknown) =>
          this.logger.warn({ err: error, turno_id: turno.turno_id }, 'a turn could not be ended'),
        ),
      ),
    );
  }

  private async order({ turno_id, switch_id, dispositivo_id, segundos }: Tomado, accion: 'on' | 'off'): Promise<void> {
    const origin = { ip: '', navegador: '' };
    if (switch_id !== null) {
      const clave = `turno:${turno_id}:${accion}`;
      const duration = accion === 'on' ? { duracion_s: segundos } : {};
      await this.bus.call('switches.comandar', { id: switch_id, accion, ...duration, clave, ...origin }, YO);
    } else if (dispositivo_id !== null)
      await this.bus.call('dispositivos.comandar', { id: dispositivo_id, accion, ...origin }, YO);
  }

  private async lost({ turno_id }: Tomado, motivo: string): Promise<void> {
    await this.db.query(
      `UPDATE turnos SET estado = 'perdido', motivo = $2, real_inicio = NULL, real_segundos = 0 WHERE turno_id = $1 AND estado = 'en_curso'`,
      [turno_id, motivo],
    );
  }
}
