import {
  AppError,
  type Caller,
  callerEmpresa,
  notFound,
  type Turno,
  TURNOS_DIAS,
  DEFAULT_ZONE,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dayText, epochDayOf } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import { AccessService, type Granted, reaches } from '../programas/access.service.js';
import { ProgramasRepository } from '../programas/programas.repository.js';
import { texts } from '../textos.js';
import { besideTurnos, inContract, plannedOnly } from './to-contract.js';
import { FarmRepository } from './farm.repository.js';
import { planOf } from './plan.js';
import { HORIZON_MS } from './planner.service.js';
import type { TurnoEntity } from './turno.entity.js';
import { TurnosRepository } from './turnos.repository.js';

export interface RequestedRange {
  empresa_id?: number | undefined;
  switch_id?: number | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
}

@Injectable()
export class TurnosService {
  constructor(
    private readonly turnos: TurnosRepository,
    private readonly programas: ProgramasRepository,
    private readonly farms: FarmRepository,
    private readonly access: AccessService,
    private readonly db: DataSource,
  ) {}

  /** Planned and past turns of the requested days; default today. @throws AppError `datos_invalidos` for too many */
  async list(caller: Caller, request: RequestedRange): Promise<Turno[]> {
    const empresa_id = await this.access.requested(caller, request.empresa_id);
    const granted = await this.access.granted(caller);
    const { desde, hasta } = await this.range(empresa_id ?? callerEmpresa(caller), request);
    const { switch_id } = request;
    if (switch_id !== undefined) await this.requireSwitch(switch_id, empresa_id, granted);
    const rows = await this.turnos.between(caller, { empresa_id, switch_id, desde, hasta });
    const beyond = Math.max(desde, Date.now() + HORIZON_MS);
    const distant = empresa_id !== null && hasta > beyond ? await this.distant(caller, empresa_id, beyond, hasta) : [];
    const known = new Set(rows.map(({ turno_id }) => turno_id));
    const visible = [...rows, ...distant.filter(({ turno_id }) => !known.has(turno_id))].filter(
      (turno) => reaches(granted, turno) && (switch_id === undefined || turno.switch_id === switch_id),
    );
    return this.inContract(visible);
  }

  async inContract(rows: readonly TurnoEntity[]): Promise<Turno[]> {
    const beside = await besideTurnos(this.db, rows);
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
  private async distant(caller: Caller, empresa_id: number, desde: number, hasta: number): Promise<TurnoEntity[]> {
    const [farm, programas] = await Promise.all([this.farms.read(empresa_id), this.programas.list(caller, empresa_id)]);
    return planOf(programas, farm, [], desde, hasta).map(plannedOnly);
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
