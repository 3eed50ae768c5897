import { AppError, type Caller, notFound, type Turno } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { FarmRepository, type KnownFarm } from '../storage/farm.repository.js';
import { ProgramaEntity } from '../storage/programa.entity.js';
import { TurnoEntity } from '../storage/turno.entity.js';
import { TurnosRepository } from '../storage/turnos.repository.js';
import { OnceRepository } from '../storage/once.repository.js';
import { overLimit } from './over-limit.js';
import { texts } from './textos.js';
import { TurnChange } from './turn-change.js';
import { TurnOrders } from './turn-orders.js';

/** Gives a turn more time. */
@Injectable()
export class LengthenService {
  constructor(
    private readonly turns: TurnChange,
    private readonly onceOnly: OnceRepository,
    private readonly turnos: TurnosRepository,
    private readonly farms: FarmRepository,
    private readonly orders: TurnOrders,
  ) {}

  /** Extends a turn within its switch's longest time on. @throws AppError `turno_terminado`, `datos_invalidos` */
  async alargar(caller: Caller, turno_id: string, segundos: number, clave: string | null): Promise<Turno> {
    const turno = await this.turns.operableTurn(caller, turno_id);
    const [updated] = await this.turns.once(caller, clave, `alargar:${turno_id}`, turno.empresa_id, async (tx) => {
      const actual = await this.turns.open(tx, turno_id);
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
      return this.turns.stored(tx, caller, [turno_id]);
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
    await this.turns.once(caller, null, '', empresa_id, async (tx) => {
      await tx.query(
        `UPDATE turnos SET segundos = segundos - $2 WHERE turno_id = $1 AND estado IN ('previsto', 'en_curso')`,
        [turno_id, segundos],
      );
      await this.onceOnly.forget(tx, caller, clave);
      return this.turns.stored(tx, caller, [turno_id]);
    });
  }
}
