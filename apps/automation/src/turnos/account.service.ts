import { Bus } from '@acequia/bus';
import { type EventData, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { accountOf } from './account.js';
import { TurnoNews } from './turno-news.js';

const LOOK_MS = 2_000;
/** A connected board reports a run within this time of its end, ms; after that its pin state decides. */
const TELL_MS = 120_000;
/** A turn not reported after this is lost, ms: boards keep a report for longer than any outage. */
const GIVE_UP_MS = 14 * 86_400_000;
const READ_MS = 3_000;

interface IsOpen {
  turno_id: string;
  empresa_id: number;
  placa_id: number;
  pin: number;
  inicio: string;
  segundos: number;
  tarde_s: number;
  via: 'placa' | 'servicio';
  estado: 'previsto' | 'en_curso';
  motivo: string | null;
  real_inicio: string | null;
}

/** Settles the outcome of each turn by the board's report, and until then by the state of its pin. */
@Injectable()
export class AccountService implements OnModuleInit, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly news: TurnoNews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.working ??= this.look()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'turns could not be followed'))
        .finally(() => (this.working = undefined));
    }, LOOK_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.working;
  }

  /** Handles a board's report of its runs. Reports may be repeated, and days late. */
  async reported(tx: EntityManager, { placa_id, corridas }: EventData<'placa.corridas'>): Promise<void> {
    for (const corrida of corridas) {
      const [turno]: { segundos: number; motivo: string | null }[] = await tx.query(
        'SELECT segundos, motivo FROM turnos WHERE turno_id = $1 AND placa_id = $2 FOR UPDATE',
        [corrida.id, placa_id],
      );
      if (!turno) continue;
      const { estado, real_inicio, real_segundos, motivo } = accountOf(corrida, turno);
      await tx.query(
        `UPDATE turnos SET estado = $2, real_inicio = coalesce($3, real_inicio), real_segundos = $4, motivo = $5, fijo = true
         WHERE turno_id = $1`,
        [corrida.id, estado, real_inicio, real_segundos, motivo],
      );
      this.news.tell(corrida.id);
    }
  }

  private async look(): Promise<void> {
    const now = Date.now();
    const opened: IsOpen[] = await this.db.query(
      `SELECT turno_id, empresa_id, placa_id, pin, inicio, segundos, tarde_s, via, estado, motivo, real_inicio FROM turnos
       WHERE estado IN ('previsto', 'en_curso') AND inicio <= $1 AND placa_id IS NOT NULL
         AND (via = 'placa' OR estado = 'en_curso') ORDER BY inicio LIMIT 5000`,
      [now],
    );
    if (opened.length === 0) return;
    const placas = [...new Set(opened.map(({ placa_id }) => placa_id))];
    const estados = await this.bus.call('estado.leer', { placas }, sistema('automation'), { timeout_ms: READ_MS });
    const estadoDe = new Map(estados.map((estado) => [estado.placa_id, estado]));
    for (const turno of opened) {
      const estado = estadoDe.get(turno.placa_id);
      const pin = estado?.pines.find((one) => one.pin === turno.pin);
      await this.follow(turno, pin, estado?.online === 1, now);
    }
  }

  private async follow(
    turno: IsOpen,
    pin: { estado: 0 | 1; ts: number } | undefined,
    online: boolean,
    now: number,
  ): Promise<void> {
    const inicio = Number(turno.inicio);
    const fin = inicio + turno.segundos * 1_000;
    const since = turno.real_inicio === null ? inicio : Number(turno.real_inicio);
    if (pin?.estado === 1 && pin.ts >= inicio && now < fin + turno.tarde_s * 1_000) {
      const from = turno.real_inicio === null ? Math.max(inicio, Math.min(pin.ts, now)) : since;
      await this.set(turno, 'en_curso', from, Math.round((Math.min(now, pin.ts) - from) / 1_000), turno.motivo);
      return;
    }
    const ended = fin + (turno.real_inicio === null ? turno.tarde_s * 1_000 : Math.max(0, since - inicio)) + TELL_MS;
    if (now < ended) return;
    if (online && pin) {
      // The board is online but has not reported: older firmware, or a lost report.
      if (turno.estado === 'en_curso' && pin.estado === 0) {
        const segundos = Math.max(0, Math.min(turno.segundos, Math.round((pin.ts - since) / 1_000)));
        const full = segundos >= turno.segundos * 0.9;
        await this.set(turno, full ? 'cumplido' : 'parcial', since, segundos, turno.motivo);
      } else if (turno.estado === 'previsto')
        await this.set(turno, 'perdido', null, 0, turno.motivo ?? 'La placa no lo encendió');
    } else if (now > fin + GIVE_UP_MS)
      await this.set(turno, 'perdido', turno.real_inicio === null ? null : since, 0, 'La placa no dijo qué pasó');
  }

  /** Updates only open turns: the board's own report may have come meanwhile. */
  private async set(
    { turno_id }: IsOpen,
    estado: string,
    real_inicio: number | null,
    real_segundos: number,
    motivo: string | null,
  ): Promise<void> {
    await this.db.query(
      `UPDATE turnos SET estado = $2, real_inicio = $3, real_segundos = $4, motivo = $5, fijo = true
       WHERE turno_id = $1 AND estado IN ('previsto', 'en_curso')`,
      [turno_id, estado, real_inicio, real_segundos, motivo],
    );
    this.news.tell(turno_id);
  }
}
