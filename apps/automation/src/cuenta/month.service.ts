import { type Caller, type CuentaMes, callerEmpresa, DEFAULT_ZONE } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dayText, epochDayOf } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import { AccessService, reaches } from '../storage/access.service.js';
import { AreasService } from './areas.service.js';
import { monthOf, PERIODS_OF_MONTH, type ValvePeriod, VALVES_OF_MONTH, withPeriods } from './month.js';

@Injectable()
export class MonthService {
  constructor(
    private readonly db: DataSource,
    private readonly access: AccessService,
    private readonly areas: AreasService,
  ) {}

  /** Turns of a month in the company's zone that have begun, or should have by now. */
  async month(
    caller: Caller,
    requested: { empresa_id?: number | undefined; mes?: string | undefined },
  ): Promise<CuentaMes> {
    const empresa_id = await this.access.requested(caller, requested.empresa_id);
    const granted = await this.access.granted(caller);
    const [empresa]: { zona_horaria: string }[] = await this.db.query(
      'SELECT zona_horaria FROM empresas WHERE id = $1',
      [empresa_id ?? callerEmpresa(caller) ?? 0],
    );
    const clock = clockOf(empresa?.zona_horaria ?? DEFAULT_ZONE);
    const now = Date.now();
    const mes = requested.mes ?? dayText(clock.dayAt(now)).slice(0, 7);
    const [year = 0, month = 0] = mes.split('-').map(Number);
    const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
    const from = clock.instant(epochDayOf(`${mes}-01`), 0);
    const until = Math.min(now, clock.instant(epochDayOf(next), 0));
    const valves: CuentaMes['filas'] = await this.db.query(VALVES_OF_MONTH, [empresa_id, from, until]);
    const periods: ValvePeriod[] = await this.db.query(PERIODS_OF_MONTH, [empresa_id, from, until]);
    const reached = valves.filter((valve) => reaches(granted, valve));
    const cuenta = monthOf(mes, withPeriods(reached, periods));
    // Part of a sector's water has no area, and sectors of several companies may have one name.
    if (granted !== null || empresa_id === null) return cuenta;
    return { ...cuenta, sectores: await this.areas.withAreas(empresa_id, cuenta.sectores) };
  }
}
