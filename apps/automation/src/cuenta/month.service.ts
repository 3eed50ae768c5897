import { type Caller, type CuentaMes, callerEmpresa, DEFAULT_ZONE } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dayText, epochDayOf } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import { AccessService, reaches } from '../programas/access.service.js';
import { type AccountTurn, monthOf } from './month.js';

const TURNS = `SELECT t.switch_id, t.dispositivo_id, t.estado, t.segundos, t.real_segundos, t.bomba_cuenta, t.con_bomba_s, t.caudal_m3h, t.kwh, t.costo,
    coalesce(s.nombre, d.nombre, 'Eliminado') AS nombre, coalesce(s.zona, d.sitio, '') AS sector
  FROM turnos t LEFT JOIN switches s ON s.id = t.switch_id LEFT JOIN dispositivos d ON d.id = t.dispositivo_id
  WHERE ($1::integer IS NULL OR t.empresa_id = $1) AND t.inicio >= $2 AND t.inicio < $3`;

@Injectable()
export class MonthService {
  constructor(
    private readonly db: DataSource,
    private readonly access: AccessService,
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
    const turns: AccountTurn[] = await this.db.query(TURNS, [empresa_id, from, until]);
    return monthOf(
      mes,
      turns.filter((turn) => reaches(granted, turn)),
    );
  }
}
