import {
  AppError,
  type Caller,
  callerEmpresa,
  notFound,
  type Turno,
  TURNOS_DIAS,
  TURNOS_MAX,
  DEFAULT_ZONE,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Calculator } from '../calculation/calculator.service.js';
import { dayText, epochDayOf } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import { AccessService, type Granted, reaches } from '../storage/access.service.js';
import { ProgramasRepository } from '../storage/programas.repository.js';
import { texts } from '../textos.js';
import { plannedOnly } from '../calculation/plan.js';
import { besideTurnos, inContract } from '../storage/to-contract.js';
import { FarmRepository } from '../storage/farm.repository.js';
import { judge } from '../calculation/judge.js';
import { byStart, placeOf } from '../storage/place.js';
import { HORIZON_MS } from '../planning/planner.service.js';
import type { TurnoEntity } from '../storage/turno.entity.js';
import { type TurnosRange, TurnosRepository } from '../storage/turnos.repository.js';

export interface RequestedRange {
  empresa_id?: number | undefined;
  switch_id?: number | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

@Injectable()
export class TurnosService {
  constructor(
    private readonly turnos: TurnosRepository,
    private readonly programas: ProgramasRepository,
    private readonly farms: FarmRepository,
    private readonly access: AccessService,
    private readonly calculator: Calculator,
    private readonly db: DataSource,
  ) {}

  /**
   * Planned and past turns of the requested days; default today. A page with `limit`; else all of them.
   * @throws AppError `datos_invalidos` for too many days, or too many turns without `limit`; `calculo_largo`
   */
  async list(caller: Caller, request: RequestedRange): Promise<Turno[]> {
    const empresa_id = await this.access.requested(caller, request.empresa_id);
    const granted = await this.access.granted(caller);
    const { desde, hasta } = await this.range(empresa_id ?? callerEmpresa(caller), request);
    const { switch_id, limit, cursor } = request;
    if (switch_id !== undefined) await this.requireSwitch(switch_id, empresa_id, granted);
    const after = cursor === undefined ? null : placeOf(cursor);
    const wanted = { empresa_id, switch_id, granted, desde, hasta, after, most: limit ?? TURNOS_MAX + 1 };
    const rows = await this.turnos.between(caller, wanted);
    const beyond = Math.max(desde, after?.inicio ?? 0, Date.now() + HORIZON_MS);
    const isFull = rows.length >= wanted.most && (rows.at(-1)?.inicio ?? 0) < beyond;
    const distant =
      empresa_id !== null && hasta > beyond && !isFull
        ? await this.distant(caller, empresa_id, { ...wanted, desde: beyond })
        : [];
    const known = new Set(rows.map(({ turno_id }) => turno_id));
    const all = [...rows, ...distant.filter(({ turno_id }) => !known.has(turno_id))].sort(byStart);
    if (limit === undefined && all.length > TURNOS_MAX)
      throw new AppError('datos_invalidos', {
        detalles: [{ campo: 'query.limit', mensaje: texts.tooManyTurnos(TURNOS_MAX) }],
      });
    return this.inContract(all.slice(0, wanted.most), granted);
  }

  /** As a person with these grants reads them; null = the whole company. */
  async inContract(rows: readonly TurnoEntity[], granted: Granted | null): Promise<Turno[]> {
    const beside = await besideTurnos(this.db, rows, granted);
    return rows.map((fila) => inContract(fila, beside));
  }

  /** @throws AppError `no_encontrado` alike for a foreign, an unassigned and an absent one */
  private async requireSwitch(switch_id: number, empresa_id: number | null, granted: Granted | null): Promise<void> {
    const known: unknown[] = await this.db.query(
      'SELECT 1 FROM switches WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2)',
      [switch_id, empresa_id],
    );
    if (known.length === 0 || !reaches(granted, { switch_id })) throw notFound();
  }

  /** Days beyond the stored horizon are computed on demand. */
  private async distant(
    caller: Caller,
    empresa_id: number,
    { switch_id, granted, desde, hasta, after, most }: TurnosRange,
  ): Promise<TurnoEntity[]> {
    const [farm, all] = await Promise.all([this.farms.read(empresa_id), this.programas.list(caller, empresa_id)]);
    const programas = judge(all, farm).planned;
    const request = { programas, farm, desde, hasta, after, switch_id, granted, most };
    return (await this.calculator.run(empresa_id, 'distant', request)).map(plannedOnly);
  }

  private async range(
    empresa_id: number | null,
    { desde, hasta }: RequestedRange,
  ): Promise<{ desde: number; hasta: number }> {
    const [empresa]: { zona_horaria: string }[] =
      empresa_id === null ? [] : await this.db.query('SELECT zona_horaria FROM empresas WHERE id = $1', [empresa_id]);
    const clock = clockOf(empresa?.zona_horaria ?? DEFAULT_ZONE);
    const today = dayText(clock.dayAt(Date.now()));
    const first = epochDayOf(desde ?? hasta ?? today);
    const last = epochDayOf(hasta ?? desde ?? today);
    if (last < first || last - first >= TURNOS_DIAS) {
      const mensaje = last < first ? texts.rangeReversed : texts.rangeTooLong(TURNOS_DIAS);
      throw new AppError('datos_invalidos', { detalles: [{ campo: 'query.hasta', mensaje }] });
    }
    return { desde: clock.instant(first, 0), hasta: clock.instant(last + 1, 0) };
  }
}
