import { AppError, type Caller, notFound, stepTarget, type TurnoRecovery, type Turno } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { REACH_MS } from '../agenda/agenda.service.js';
import { isRunning, previousOf, type Previsto } from '../calculation/plan.js';
import { RECOVER_WITHIN_MS, recoveryOf } from '../calculation/recovery.js';
import type { Corrida, StepTarget } from '../expansion/types.js';
import { TurnoNews } from '../live/turno-news.js';
import { PlannerService } from '../planning/planner.service.js';
import { upsertTurnos, vedasOf } from '../planning/stored-turns.js';
import { AccessService, type Granted, reaches } from '../storage/access.service.js';
import { FarmRepository } from '../storage/farm.repository.js';
import { ProgramasRepository } from '../storage/programas.repository.js';
import type { TurnoEntity } from '../storage/turno.entity.js';
import { TurnosRepository } from '../storage/turnos.repository.js';
import { TurnosService } from '../turnos/turnos.service.js';
import { type Known, lackOf } from './lack.js';
import { OnceRepository } from '../storage/once.repository.js';
import { texts } from './textos.js';

/** A step or its pump may run this long, ms. */
const LONGEST_MS = 86_400_000;

const KNOWN = `SELECT t.causa, t.agua, EXISTS (SELECT FROM turnos r WHERE r.recupera = t.turno_id) AS recovered
  FROM turnos t WHERE t.turno_id = $1`;

const BUSY = `SELECT turno_id, programa_id, switch_id, dispositivo_id, riego, coalesce(real_inicio, inicio) AS inicio, segundos, pedidos_s
  FROM turnos WHERE empresa_id = $1 AND estado IN ('previsto', 'en_curso') AND inicio > $2 AND inicio < $3`;

interface Lack {
  falta_s: number;
  previstos: Previsto[];
}

/** "Recuperar": what a turn is known to lack is watered once, as early as nothing forbids it. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly db: DataSource,
    private readonly onceOnly: OnceRepository,
    private readonly programas: ProgramasRepository,
    private readonly turnos: TurnosRepository,
    private readonly turnosService: TurnosService,
    private readonly farms: FarmRepository,
    private readonly planner: PlannerService,
    private readonly access: AccessService,
    private readonly news: TurnoNews,
  ) {}

  /** What {@link recuperar} would plan now. @throws AppError `no_encontrado`, `no_recuperable` */
  async preview(caller: Caller, turno_id: string): Promise<TurnoRecovery> {
    const granted = await this.access.granted(caller);
    const turno = await this.operable(caller, turno_id, granted);
    const { falta_s, previstos } = await this.find(this.db.manager, caller, turno);
    return { falta_s, turnos: previstos.filter((one) => reaches(granted, one)).map(previousOf) };
  }

  /** @throws AppError `no_encontrado`; `no_recuperable` also for the second of two requests */
  async recuperar(caller: Caller, turno_id: string, clave: string | null): Promise<Turno> {
    const granted = await this.access.granted(caller);
    const { empresa_id, ...own } = await this.operable(caller, turno_id, granted);
    const recover = async (tx: EntityManager) => {
      await tx.query('SELECT 1 FROM turnos WHERE turno_id = $1 FOR UPDATE', [turno_id]);
      const turno = await this.turnos.in(tx).findOne(caller, { where: { turno_id } });
      if (!turno) throw notFound();
      const { previstos } = await this.find(tx, caller, turno);
      const planned = previstos.map((one) => one.turno_id);
      await upsertTurnos(tx, previstos);
      await tx.query('UPDATE turnos SET recupera = $2 WHERE turno_id = ANY($1)', [planned, turno_id]);
      const rows = await this.turnos
        .in(tx)
        .find(caller, { where: { turno_id: In(planned) }, order: { inicio: 'ASC' } });
      const told = await this.turnosService.inContract(rows, granted);
      return [told.find((one) => isOf(one, own)) ?? null, planned] as const;
    };
    const [updated, ids] = await this.planner.change(empresa_id, recover, (change) =>
      this.onceOnly.once(caller, clave, `recuperar:${turno_id}`, change),
    );
    this.news.tell(...ids);
    if (!updated) throw notFound();
    return updated;
  }

  /** @throws AppError `no_recuperable` */
  private async find(tx: EntityManager, caller: Caller, turno: TurnoEntity): Promise<Lack> {
    const now = Date.now();
    const [known]: Known[] = await tx.query(KNOWN, [turno.turno_id]);
    if (!known) throw notFound();
    const falta_s = lackOf(turno, known, now);
    if (typeof falta_s === 'string') throw refused(falta_s);
    const programa = await this.programas.in(tx).findOne(caller, { where: { id: turno.programa_id } });
    if (!programa || !isRunning(programa)) throw refused(texts.recovery.noProgram);
    const isStep = programa.definicion.pasos.some((paso) => stepTarget(paso) === objetoOf(turno));
    if (!isStep) throw refused(texts.recovery.noStep);
    const farm = await this.farms.read(turno.empresa_id, tx);
    const around = { farm, vedas: await vedasOf(tx, turno.empresa_id, now), busy: await busyOf(tx, turno, now) };
    const from = Math.ceil((now + REACH_MS) / 1_000) * 1_000;
    const step = { objeto: objetoOf(turno), segundos: falta_s, ...endOf(turno, falta_s) };
    const previstos = recoveryOf(programa, step, { ...around, from });
    if (previstos === null) throw refused(texts.recovery.noRoom);
    return { falta_s, previstos };
  }

  private async operable(caller: Caller, turno_id: string, granted: Granted | null): Promise<TurnoEntity> {
    const turno = await this.turnos.findOne(caller, { where: { turno_id } });
    if (!turno || !reaches(granted, turno)) throw notFound();
    return turno;
  }
}

interface Target {
  switch_id: number | null;
  dispositivo_id: number | null;
}

const isOf = (one: Target, other: Target): boolean =>
  one.switch_id === other.switch_id && one.dispositivo_id === other.dispositivo_id;

const objetoOf = ({ switch_id, dispositivo_id }: Target): StepTarget =>
  switch_id === null ? `d${dispositivo_id ?? 0}` : `s${switch_id}`;

/** What ends it before its time: the part of its water that is missing, or the moisture of the soil. */
const endOf = ({ volumen_l, segundos, hasta_humedad, hasta_punto }: TurnoEntity, falta_s: number) => {
  if (hasta_humedad !== null && hasta_punto !== null)
    return { hasta: { punto_id: hasta_punto, humedad: hasta_humedad } };
  return volumen_l === null ? {} : { litros: Math.max(1, Math.round((volumen_l * falta_s) / segundos)) };
};

const refused = (texto: string): AppError => new AppError('no_recuperable', { texto });

const busyOf = async (tx: EntityManager, { empresa_id }: TurnoEntity, now: number): Promise<Corrida[]> => {
  type Row = Target &
    Pick<Corrida, 'turno_id' | 'programa_id' | 'segundos' | 'pedidos_s'> &
    Record<'riego' | 'inicio', string>;
  const rows: Row[] = await tx.query(BUSY, [empresa_id, now - LONGEST_MS, now + RECOVER_WITHIN_MS + LONGEST_MS]);
  return rows.map((row) => ({
    ...row,
    objeto: objetoOf(row),
    riego: Number(row.riego),
    inicio: Number(row.inicio),
    outside: false,
  }));
};
