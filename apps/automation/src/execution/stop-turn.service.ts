import { AppError, type Caller, notFound, type Turno } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { People } from '../people.js';
import { AccessService, requireAll } from '../storage/access.service.js';
import { ProgramaEntity } from '../storage/programa.entity.js';
import { TurnoEntity } from '../storage/turno.entity.js';
import { StopsService } from './stops.service.js';
import { TurnChange } from './turn-change.js';

/** Ends one turn, or the run that it belongs to. */
@Injectable()
export class StopTurnService {
  constructor(
    private readonly turns: TurnChange,
    private readonly access: AccessService,
    private readonly stops: StopsService,
    private readonly people: People,
  ) {}

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
    const turno = await this.turns.operableTurn(caller, turno_id);
    const granted = await this.access.granted(caller);
    const who = await this.people.of(caller);
    const accion = `detener:${turno_id}${todo ? ':todo' : ''}`;
    const stopped = await this.turns.once(caller, clave, accion, turno.empresa_id, async (tx) => {
      const open = todo ? await this.openOfRun(tx, turno) : [await this.turns.open(tx, turno_id)];
      requireAll(granted, await this.stepsAmong(tx, open));
      const ids = open.map(idOf);
      await this.stops.stop(tx, open, granted, { caller, ip, navegador, who });
      return this.turns.stored(tx, caller, todo ? [...new Set([...ids, turno_id])] : ids);
    });
    const updated = stopped.find((one) => one.turno_id === turno_id);
    if (!updated) throw notFound();
    await Promise.all(stopped.map((one) => this.stops.send(one.turno_id)));
    return updated;
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
  private async openOfRun(tx: EntityManager, { programa_id, riego }: TurnoEntity): Promise<TurnoEntity[]> {
    const open = await tx.find(TurnoEntity, {
      where: { programa_id, riego, estado: In(['previsto', 'en_curso']) },
      order: { turno_id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    if (open.length === 0) throw new AppError('turno_terminado');
    return open;
  }
}

const idOf = ({ turno_id }: TurnoEntity): string => turno_id;
