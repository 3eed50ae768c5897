import { AppError, type Caller, empresaDe, type Turno, TURNOS_DIAS, ZONA_POR_OMISION } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dayText, epochDayOf } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import { AccessService, alcanza } from '../programas/access.service.js';
import { ProgramasRepository } from '../programas/programas.repository.js';
import { enContrato } from './en-contrato.js';
import { FincaRepository } from './finca.repository.js';
import { planOf } from './plan.js';
import { HORIZON_MS } from './planner.service.js';
import type { TurnoEntity } from './turno.entity.js';
import { TurnosRepository } from './turnos.repository.js';

export interface RangoPedido {
  empresa_id?: number | undefined;
  desde?: string | undefined;
  hasta?: string | undefined;
}

@Injectable()
export class TurnosService {
  constructor(
    private readonly turnos: TurnosRepository,
    private readonly programas: ProgramasRepository,
    private readonly fincas: FincaRepository,
    private readonly access: AccessService,
    private readonly db: DataSource,
  ) {}

  /** Planned and past turns of the days asked for; today when none are. @throws AppError `datos_invalidos` for too many */
  async listar(caller: Caller, pedido: RangoPedido): Promise<Turno[]> {
    const empresa_id = await this.access.pedida(caller, pedido.empresa_id);
    const concedido = await this.access.concedido(caller);
    const { desde, hasta } = await this.rango(empresa_id ?? empresaDe(caller), pedido);
    const filas = await this.turnos.entre(caller, empresa_id, desde, hasta);
    const beyond = Math.max(desde, Date.now() + HORIZON_MS);
    const lejanos = empresa_id !== null && hasta > beyond ? await this.lejanos(caller, empresa_id, beyond, hasta) : [];
    const known = new Set(filas.map(({ turno_id }) => turno_id));
    const visibles = [...filas, ...lejanos.filter(({ turno_id }) => !known.has(turno_id))].filter((turno) =>
      alcanza(concedido, turno),
    );
    return this.enContrato(visibles);
  }

  async enContrato(filas: readonly TurnoEntity[]): Promise<Turno[]> {
    const placas = [...new Set(filas.flatMap(({ placa_id }) => placa_id ?? []))];
    const pendientes: { placa_id: number }[] = await this.db.query(
      `SELECT placa_id FROM agendas LEFT JOIN planes_de_placa USING (placa_id)
       WHERE placa_id = ANY($1) AND rev IS DISTINCT FROM agenda_tomada`,
      [placas],
    );
    const set = new Set(pendientes.map(({ placa_id }) => placa_id));
    return filas.map((fila) => enContrato(fila, set));
  }

  /** Days that are too far ahead to be stored are worked out. */
  private async lejanos(caller: Caller, empresa_id: number, desde: number, hasta: number): Promise<TurnoEntity[]> {
    const [finca, programas] = await Promise.all([
      this.fincas.leer(empresa_id),
      this.programas.listar(caller, empresa_id),
    ]);
    return planOf(programas, finca, [], desde, hasta).map((previsto) => ({
      ...previsto,
      decidido: false,
      fijo: false,
      real_inicio: null,
      real_segundos: null,
    }));
  }

  private async rango(
    empresa_id: number | null,
    { desde, hasta }: RangoPedido,
  ): Promise<{ desde: number; hasta: number }> {
    const [empresa]: { zona_horaria: string }[] =
      empresa_id === null ? [] : await this.db.query('SELECT zona_horaria FROM empresas WHERE id = $1', [empresa_id]);
    const clock = clockOf(empresa?.zona_horaria ?? ZONA_POR_OMISION);
    const today = dayText(clock.dayAt(Date.now()));
    const first = epochDayOf(desde ?? hasta ?? today);
    const last = epochDayOf(hasta ?? desde ?? today);
    if (last < first || last - first >= TURNOS_DIAS) {
      const mensaje = last < first ? 'Debe ser desde o después' : `Máximo ${TURNOS_DIAS} días`;
      throw new AppError('datos_invalidos', { detalles: [{ campo: 'query.hasta', mensaje }] });
    }
    return { desde: clock.instant(first, 0), hasta: clock.instant(last + 1, 0) };
  }
}
