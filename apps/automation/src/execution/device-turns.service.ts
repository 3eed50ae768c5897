import { Bus } from '@acequia/bus';
import { type ComandoKept, sistema } from '@acequia/contracts';
import { Every, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { TurnoNews } from '../live/turno-news.js';
import { asJson, motivosOf, type StoredMotivos } from '../storage/motivo.js';
import { outcomeByCommands, cutOutcome, cutOf, type DeviceOutcome, onsOf } from '../outcomes/outcome-by-commands.js';

const LOOK_MS = 2_000;
const READ_MS = 5_000;
/** An unconfirmed turn is looked at again at this interval, for this long, ms: the ledger may still learn its outcome. */
const AGAIN_MS = 30_000;
const DOUBT_MS = 600_000;

export interface TurnOfDevice extends StoredMotivos {
  turno_id: string;
  empresa_id: number;
  dispositivo_id: number;
  real_inicio: string;
  segundos: number;
}

/** Running turns whose device a person turned off. */
const TURNED_OFF = `SELECT t.turno_id, t.empresa_id, t.dispositivo_id, t.real_inicio, t.segundos, t.motivo, t.motivos FROM turnos t
  JOIN ordenes_de_personas o ON o.entidad = 'dispositivo' AND o.entidad_id = t.dispositivo_id
  WHERE t.estado = 'en_curso' AND t.via = 'servicio' AND o.accion = 'off' AND o.ts > t.real_inicio
  ORDER BY t.inicio LIMIT 100`;

const UNCONFIRMED = `UPDATE turnos SET orden_en = $1::bigint WHERE turno_id IN (SELECT turno_id FROM turnos
    WHERE NOT confirmado AND estado = 'perdido' AND dispositivo_id IS NOT NULL AND inicio > $1::bigint - 86400000
      AND real_inicio + segundos * 1000::bigint BETWEEN $1::bigint - ${DOUBT_MS} AND $1::bigint
      AND coalesce(orden_en, 0) < $1::bigint - ${AGAIN_MS} LIMIT 100 FOR UPDATE SKIP LOCKED)
  RETURNING turno_id, empresa_id, dispositivo_id, real_inicio, segundos, motivo, motivos`;

/** Settles turns of cloud devices by the command ledger, which reads each command back. */
@Injectable()
export class DeviceTurnsService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly news: TurnoNews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every({ ms: LOOK_MS, failed: 'orders to devices could not be followed' })
  async look(): Promise<void> {
    await Promise.all([this.endCut(), this.settleDoubtful()]);
  }

  /** Whether the ledger holds an ON of this turn, whatever became of it. */
  async wasOrdered(turno: TurnOfDevice): Promise<boolean> {
    return onsOf(numbersOf(turno), await this.orders(turno)).length > 0;
  }

  /** Settles an ended turn; while the ledger is unavailable, its provisional outcome stays. */
  async settle(turno: TurnOfDevice): Promise<void> {
    await this.keep(turno, outcomeByCommands(numbersOf(turno), await this.orders(turno)), null);
  }

  /** A person's OFF ends a turn permanently, as soon as the device obeyed it. */
  private async endCut(): Promise<void> {
    const turnos: TurnOfDevice[] = await this.db.query(TURNED_OFF);
    for (const turno of turnos) {
      // One that fails, as of a deleted device, leaves the others to be looked at.
      await this.endIfCut(turno).catch((error: unknown) =>
        this.logger.warn({ err: error, turno_id: turno.turno_id }, 'orders to the device of a turn could not be read'),
      );
    }
  }

  private async endIfCut(turno: TurnOfDevice): Promise<void> {
    const numbers = numbersOf(turno);
    const cut = cutOf(numbers, await this.orders(turno));
    if (cut) await this.keep(turno, cutOutcome(numbers, cut), 'en_curso');
  }

  private async settleDoubtful(): Promise<void> {
    const [turnos]: [TurnOfDevice[], number] = await this.db.query(UNCONFIRMED, [Date.now()]);
    for (const turno of turnos)
      await this.settle(turno).catch((error: unknown) =>
        this.logger.warn({ err: error, turno_id: turno.turno_id }, 'a turn could not be settled'),
      );
  }

  private orders({ empresa_id, dispositivo_id }: TurnOfDevice): Promise<ComandoKept[]> {
    const request = { empresa_id, dispositivo_id };
    return this.bus.call('comandos.listar', request, sistema('automation'), { timeout_ms: READ_MS });
  }

  private async keep(
    { turno_id }: TurnOfDevice,
    { estado, real_segundos, motivos, confirmado, causa }: DeviceOutcome,
    only: 'en_curso' | null,
  ): Promise<void> {
    await this.db.query(
      `UPDATE turnos SET estado = $2, real_segundos = $3, motivo = NULL, motivos = $4, confirmado = $5, causa = $7
       WHERE turno_id = $1 AND ($6::text IS NULL OR estado = $6)`,
      [turno_id, estado, real_segundos, asJson(motivos), confirmado, only, causa],
    );
    this.news.tell(turno_id);
  }
}

const numbersOf = (turno: TurnOfDevice) => ({
  real_inicio: Number(turno.real_inicio),
  segundos: turno.segundos,
  motivos: motivosOf(turno),
});
