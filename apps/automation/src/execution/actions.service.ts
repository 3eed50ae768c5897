import { AppError, type Caller, notFound, type PreviousTurno, type Programa, type Turno } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { runsOf } from '../expansion/expand.js';
import { sequence } from '../expansion/sequence.js';
import { civilDay } from '../expansion/calendar.js';
import { clockOf } from '../expansion/zone-clock.js';
import { REACH_MS } from '../agenda/agenda.service.js';
import { AccessService, reaches, requireAll } from '../storage/access.service.js';
import { asJson } from '../storage/motivo.js';
import { ProgramaEntity } from '../storage/programa.entity.js';
import { ProgramasRepository } from '../storage/programas.repository.js';
import { ProgramasService } from '../programas/programas.service.js';
import { FarmRepository, type KnownFarm } from '../storage/farm.repository.js';
import { People } from '../people.js';
import { previousOf, type Previsto, turnoOf } from '../calculation/plan.js';
import { PlannerService } from '../planning/planner.service.js';
import { upsertTurnos } from '../planning/stored-turns.js';
import { TurnoNews } from '../live/turno-news.js';
import { TurnoEntity } from '../storage/turno.entity.js';
import { TurnosRepository } from '../storage/turnos.repository.js';
import { TurnosService } from '../turnos/turnos.service.js';
import { OnceRepository } from './once.repository.js';
import { overLimit } from './over-limit.js';
import { StopsService } from './stops.service.js';
import { texts } from './textos.js';
import { TurnOrders } from './turn-orders.js';

/** A person's actions on a program or a turn, except saving. Allowed for everybody who may operate the switches. */
@Injectable()
export class ActionsService {
  constructor(
    private readonly onceOnly: OnceRepository,
    private readonly programas: ProgramasRepository,
    private readonly programasService: ProgramasService,
    private readonly turnos: TurnosRepository,
    private readonly turnosService: TurnosService,
    private readonly farms: FarmRepository,
    private readonly planner: PlannerService,
    private readonly access: AccessService,
    private readonly stops: StopsService,
    private readonly orders: TurnOrders,
    private readonly news: TurnoNews,
    private readonly people: People,
  ) {}

  /** The turns that {@link ejecutar} would start. */
  async toRun(caller: Caller, id: number): Promise<PreviousTurno[]> {
    const programa = await this.operable(caller, id);
    const farm = await this.farms.read(programa.empresa_id);
    const granted = await this.access.granted(caller);
    return turnsFromNow(programa, farm)
      .filter((turno) => turno.estado === 'previsto' && reaches(granted, turno))
      .map(previousOf);
  }

  /** Starts a program now, regardless of its days, window and conditions, but never a switch that may not be on. */
  async ejecutar(caller: Caller, id: number, clave: string | null): Promise<Turno[]> {
    const programa = await this.operable(caller, id);
    const started = await this.change(caller, clave, `ejecutar:${id}`, programa.empresa_id, async (tx) => {
      const farm = await this.farms.read(programa.empresa_id, tx);
      const previstos = turnsFromNow(programa, farm);
      await upsertTurnos(tx, previstos);
      return this.stored(
        tx,
        caller,
        previstos.map(({ turno_id }) => turno_id),
      );
    });
    return this.seenBy(caller, started);
  }

  /** Skips the next run of a program, all of its turns. */
  async omitir(caller: Caller, id: number, clave: string | null): Promise<Turno[]> {
    const programa = await this.operable(caller, id);
    const who = await this.people.of(caller);
    const skipped = await this.change(caller, clave, `omitir:${id}`, programa.empresa_id, async (tx) => {
      const [rows]: [{ turno_id: string }[], number] = await tx.query(
        `UPDATE turnos SET estado = 'omitido', motivo = NULL, motivos = $3, fijo = true
         WHERE empresa_id = $4 AND programa_id = $1 AND estado = 'previsto' AND inicio > $2 AND riego =
           (SELECT min(riego) FROM turnos WHERE empresa_id = $4 AND programa_id = $1 AND estado = 'previsto' AND inicio > $2)
         RETURNING turno_id`,
        [id, Date.now(), asJson([{ codigo: 'omitido_por', nombre: who }]), programa.empresa_id],
      );
      if (rows.length === 0) throw new AppError('turno_terminado', { texto: texts.noNextRun });
      return this.stored(
        tx,
        caller,
        rows.map(({ turno_id }) => turno_id),
      );
    });
    return this.seenBy(caller, skipped);
  }

  async pausar(caller: Caller, id: number, pausado: 0 | 1, clave: string | null): Promise<Programa> {
    await this.operable(caller, id);
    return this.onceOnly.once(caller, clave, `pausar:${id}:${pausado}`, () =>
      this.programasService.pausar(caller, id, pausado),
    );
  }

  /**
   * Ends a running turn, or skips one that has not begun; `todo`: so with all turns of its program's run, also when this one is over.
   * @throws AppError `turno_terminado`, `sin_permiso` when the run has turns that are not the caller's
   */
  async detener(
    caller: Caller,
    turno_id: string,
    { clave, ip, navegador }: { clave: string | null; ip: string; navegador: string },
    todo = false,
  ): Promise<Turno> {
    const turno = await this.operableTurno(caller, turno_id);
    const granted = await this.access.granted(caller);
    const who = await this.people.of(caller);
    const accion = `detener:${turno_id}${todo ? ':todo' : ''}`;
    const stopped = await this.change(caller, clave, accion, turno.empresa_id, async (tx) => {
      const open = todo ? await this.abiertosDeRiego(tx, turno) : [await this.abierto(tx, turno_id)];
      requireAll(granted, await this.stepsAmong(tx, open));
      const ids = open.map(idOf);
      await this.stops.stop(tx, open, granted, { caller, ip, navegador, who });
      return this.stored(tx, caller, todo ? [...new Set([...ids, turno_id])] : ids);
    });
    const updated = stopped.find((one) => one.turno_id === turno_id);
    if (!updated) throw notFound();
    await Promise.all(stopped.map((one) => this.stops.send(one.turno_id)));
    return updated;
  }

  /** Extends a turn within its switch's longest time on. @throws AppError `turno_terminado`, `datos_invalidos` */
  async alargar(caller: Caller, turno_id: string, segundos: number, clave: string | null): Promise<Turno> {
    const turno = await this.operableTurno(caller, turno_id);
    const [updated] = await this.change(caller, clave, `alargar:${turno_id}`, turno.empresa_id, async (tx) => {
      const actual = await this.abierto(tx, turno_id);
      const farm = await this.farms.read(actual.empresa_id, tx);
      const maximum = (actual.switch_id !== null && farm.switches.get(actual.switch_id)?.maximum_s) || Infinity;
      const added = actual.segundos + segundos;
      if (added > maximum) {
        const mensaje = texts.longestOn(maximum);
        throw new AppError('datos_invalidos', {
          texto: `${mensaje}.`,
          detalles: [{ campo: 'body.segundos', mensaje }],
        });
      }
      await this.requireLimit(tx, actual, added, farm);
      await tx.query('UPDATE turnos SET segundos = $2, fijo = true WHERE turno_id = $1', [turno_id, added]);
      return this.stored(tx, caller, [turno_id]);
    });
    if (!updated) throw notFound();
    // After the commit: a cloud may take long to answer, and a turn whose time is longer than its timer only ends early.
    await this.goOn(caller, turno_id, clave).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.codigo !== 'resultado_desconocido')
        await this.giveBack(caller, updated, segundos, clave);
      throw error;
    });
    return updated;
  }

  /** The following steps keep their time, so a longer turn may overlap them. @throws AppError `datos_invalidos` */
  private async requireLimit(tx: EntityManager, turno: TurnoEntity, segundos: number, farm: KnownFarm): Promise<void> {
    const programa = await tx.findOneBy(ProgramaEntity, { id: turno.programa_id });
    if (!programa?.definicion.limite) return;
    const others = await tx.findBy(TurnoEntity, {
      programa_id: turno.programa_id,
      estado: In(['previsto', 'en_curso']),
      turno_id: Not(turno.turno_id),
    });
    const mensaje = overLimit(programa.definicion.limite, turno, segundos, others, farm);
    if (mensaje !== null)
      throw new AppError('datos_invalidos', { texto: `${mensaje}.`, detalles: [{ campo: 'body.segundos', mensaje }] });
  }

  /** A switch that the service turned on goes off by its own timer, or without one by device-gateway's watch: renew its time. */
  private async goOn(caller: Caller, turno_id: string, clave: string | null): Promise<void> {
    const turno = await this.turnos.findOne(caller, { where: { turno_id, via: 'servicio', estado: 'en_curso' } });
    if (!turno) return;
    const { switch_id, dispositivo_id, real_inicio, inicio, segundos } = turno;
    const until = (real_inicio ?? inicio) + segundos * 1_000;
    const duracion_s = Math.max(1, Math.round((until - Date.now()) / 1_000));
    await this.orders.send({ switch_id, dispositivo_id }, { accion: 'on', duracion_s, caller, clave });
  }

  /** The switch was not lengthened: neither is its turn, and the same request may be made again. */
  private async giveBack(
    caller: Caller,
    { turno_id, empresa_id }: Turno,
    segundos: number,
    clave: string | null,
  ): Promise<void> {
    await this.change(caller, null, '', empresa_id, async (tx) => {
      await tx.query(
        `UPDATE turnos SET segundos = segundos - $2 WHERE turno_id = $1 AND estado IN ('previsto', 'en_curso')`,
        [turno_id, segundos],
      );
      await this.onceOnly.forget(tx, caller, clave);
      return this.stored(tx, caller, [turno_id]);
    });
  }

  private async operable(caller: Caller, id: number): Promise<ProgramaEntity> {
    const programa = await this.programas.getOrFail(caller, id);
    requireAll(await this.access.granted(caller), programa.definicion.pasos);
    return programa;
  }

  private async operableTurno(caller: Caller, turno_id: string): Promise<TurnoEntity> {
    const turno = await this.turnos.findOne(caller, { where: { turno_id } });
    if (!turno || !reaches(await this.access.granted(caller), turno)) throw notFound();
    return turno;
  }

  private async abierto(tx: EntityManager, turno_id: string): Promise<TurnoEntity> {
    await tx.query('SELECT 1 FROM turnos WHERE turno_id = $1 FOR UPDATE', [turno_id]);
    const turno = await tx.findOneBy(TurnoEntity, { turno_id });
    if (turno?.estado !== 'previsto' && turno?.estado !== 'en_curso') throw new AppError('turno_terminado');
    return turno;
  }

  /** Whoever may use a program's valves may stop its run, pumps included; the turns themselves where no step is left. */
  private async stepsAmong(tx: EntityManager, open: TurnoEntity[]): Promise<TurnoEntity[]> {
    const programa = await tx.findOneBy(ProgramaEntity, { id: open[0]?.programa_id ?? 0 });
    const pasos = programa?.definicion.pasos ?? [];
    const steps = open.filter(({ switch_id, dispositivo_id }) =>
      pasos.some((paso) => (paso.switch_id ?? null) === switch_id && (paso.dispositivo_id ?? null) === dispositivo_id),
    );
    return steps.length > 0 ? steps : open;
  }

  /** What is left of the program's run that a turn belongs to. */
  private async abiertosDeRiego(tx: EntityManager, { programa_id, riego }: TurnoEntity): Promise<TurnoEntity[]> {
    const open = await tx.find(TurnoEntity, {
      where: { programa_id, riego, estado: In(['previsto', 'en_curso']) },
      order: { turno_id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    if (open.length === 0) throw new AppError('turno_terminado');
    return open;
  }

  /** Runs once per key; the company's agendas are rebuilt as soon as it commits. */
  private async change(
    caller: Caller,
    clave: string | null,
    accion: string,
    empresa_id: number,
    act: (tx: EntityManager) => Promise<Turno[]>,
  ): Promise<Turno[]> {
    const turnos = await this.onceOnly.once(caller, clave, accion, async (tx) => {
      await this.planner.changed(tx, empresa_id);
      return act(tx);
    });
    this.news.tell(...turnos.map(({ turno_id }) => turno_id));
    await this.planner.nudge();
    return turnos;
  }

  /** A program's pump may not be theirs. */
  private async seenBy(caller: Caller, turnos: readonly Turno[]): Promise<Turno[]> {
    const granted = await this.access.granted(caller);
    return turnos.filter((turno) => reaches(granted, turno));
  }

  private async stored(tx: EntityManager, caller: Caller, ids: readonly string[]): Promise<Turno[]> {
    const rows = await this.turnos.in(tx).find(caller, { where: { turno_id: In([...ids]) }, order: { inicio: 'ASC' } });
    return this.turnosService.inContract(rows, await this.access.granted(caller));
  }
}

const idOf = ({ turno_id }: TurnoEntity): string => turno_id;

/** The turns of a program that starts now. */
const turnsFromNow = (programa: ProgramaEntity, farm: KnownFarm): Previsto[] => {
  const { id, definicion } = programa;
  const clock = clockOf(farm.zona);
  const riego = Math.ceil((Date.now() + REACH_MS) / 1_000) * 1_000;
  const { month } = civilDay(clock.dayAt(riego));
  const { ventana: _window, omitir: _conditions, ajuste_et0: _et0, ...expandible } = { id, ...definicion };
  const plan = sequence(expandible, expandible.porcentajes?.[month - 1] ?? 100, farm);
  return runsOf({ id }, clock, plan, riego).flatMap((corrida) => turnoOf(corrida, programa, farm, [], 1) ?? []);
};
