import { AppError, type Caller, notFound, type Turno } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { TurnoNews } from '../live/turno-news.js';
import { PlannerService } from '../planning/planner.service.js';
import { AccessService, reaches, requireAll } from '../storage/access.service.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { ProgramasRepository } from '../storage/programas.repository.js';
import { TurnoEntity } from '../storage/turno.entity.js';
import { TurnosRepository } from '../storage/turnos.repository.js';
import { TurnosService } from '../turnos/turnos.service.js';
import { OnceRepository } from '../storage/once.repository.js';

/** What a person's actions on programs and turns have in common: their right, doing it once, and telling of it. */
@Injectable()
export class TurnChange {
  constructor(
    private readonly onceOnly: OnceRepository,
    private readonly programas: ProgramasRepository,
    private readonly turnos: TurnosRepository,
    private readonly turnosService: TurnosService,
    private readonly planner: PlannerService,
    private readonly access: AccessService,
    private readonly news: TurnoNews,
  ) {}

  /** A program all of whose switches the caller may operate. @throws AppError `no_encontrado`, `sin_permiso` */
  async operableProgram(caller: Caller, id: number): Promise<ProgramaEntity> {
    const programa = await this.programas.getOrFail(caller, id);
    requireAll(await this.access.granted(caller), programa.definicion.pasos);
    return programa;
  }

  /** @throws AppError `no_encontrado` */
  async operableTurn(caller: Caller, turno_id: string): Promise<TurnoEntity> {
    const turno = await this.turnos.findOne(caller, { where: { turno_id } });
    if (!turno || !reaches(await this.access.granted(caller), turno)) throw notFound();
    return turno;
  }

  /** Locks a turn that is planned or runs. @throws AppError `turno_terminado` */
  async open(tx: EntityManager, turno_id: string): Promise<TurnoEntity> {
    await tx.query('SELECT 1 FROM turnos WHERE turno_id = $1 FOR UPDATE', [turno_id]);
    const turno = await tx.findOneBy(TurnoEntity, { turno_id });
    if (turno?.estado !== 'previsto' && turno?.estado !== 'en_curso') throw new AppError('turno_terminado');
    return turno;
  }

  /** Runs once per key; the company's agendas are rebuilt as soon as it commits. */
  async once(
    caller: Caller,
    clave: string | null,
    accion: string,
    empresa_id: number,
    act: (tx: EntityManager) => Promise<Turno[]>,
  ): Promise<Turno[]> {
    const turnos = await this.planner.change(empresa_id, act, (change) =>
      this.onceOnly.once(caller, clave, accion, change),
    );
    this.news.tell(...turnos.map(({ turno_id }) => turno_id));
    return turnos;
  }

  /** A program's pump may not be theirs. */
  async seenBy(caller: Caller, turnos: readonly Turno[]): Promise<Turno[]> {
    const granted = await this.access.granted(caller);
    return turnos.filter((turno) => reaches(granted, turno));
  }

  /** The turns as the caller reads them. */
  async stored(tx: EntityManager, caller: Caller, ids: readonly string[]): Promise<Turno[]> {
    const rows = await this.turnos.in(tx).find(caller, { where: { turno_id: In([...ids]) }, order: { inicio: 'ASC' } });
    return this.turnosService.inContract(rows, await this.access.granted(caller));
  }
}
