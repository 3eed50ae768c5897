import type { Caller, PreviousTurno, Turno } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { REACH_MS } from '../agenda/agenda.service.js';
import { previousOf, type Previsto, turnoOf } from '../calculation/plan.js';
import { civilDay } from '../expansion/calendar.js';
import { runsOf } from '../expansion/expand.js';
import { sequence } from '../expansion/sequence.js';
import { clockOf } from '../expansion/zone-clock.js';
import { upsertTurnos } from '../planning/stored-turns.js';
import { AccessService, reaches } from '../storage/access.service.js';
import { FarmRepository, type KnownFarm } from '../storage/farm.repository.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { TurnChange } from './turn-change.js';

/** Starts a program by a person's order. */
@Injectable()
export class RunNowService {
  constructor(
    private readonly turns: TurnChange,
    private readonly farms: FarmRepository,
    private readonly access: AccessService,
  ) {}

  /** The turns that {@link ejecutar} would start. */
  async toRun(caller: Caller, id: number): Promise<PreviousTurno[]> {
    const programa = await this.turns.operableProgram(caller, id);
    const farm = await this.farms.read(programa.empresa_id);
    const granted = await this.access.granted(caller);
    return turnsFromNow(programa, farm)
      .filter((turno) => turno.estado === 'previsto' && reaches(granted, turno))
      .map(previousOf);
  }

  /** Starts a program now, regardless of its days, window and conditions, but never a switch that may not be on. */
  async ejecutar(caller: Caller, id: number, clave: string | null): Promise<Turno[]> {
    const programa = await this.turns.operableProgram(caller, id);
    const started = await this.turns.once(caller, clave, `ejecutar:${id}`, programa.empresa_id, async (tx) => {
      const farm = await this.farms.read(programa.empresa_id, tx);
      const previstos = turnsFromNow(programa, farm);
      await upsertTurnos(tx, previstos);
      return this.turns.stored(
        tx,
        caller,
        previstos.map(({ turno_id }) => turno_id),
      );
    });
    return this.turns.seenBy(caller, started);
  }
}

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
