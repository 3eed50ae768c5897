import { AppError, type Caller, Id, notFound, type Turno, type TurnoMover } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireAdmin } from '../access.js';
import { REACH_MS } from '../agenda/agenda.service.js';
import { expand } from '../expansion/expand.js';
import type { Corrida } from '../expansion/types.js';
import { dayAround } from '../expansion/zone-clock.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { ProgramasRepository } from '../storage/programas.repository.js';
import { FarmRepository, type KnownFarm, withException } from '../storage/farm.repository.js';
import { People } from '../people.js';
import { plannedOnly, turnoOf } from '../calculation/plan.js';
import { HORIZON_MS, PlannerService } from '../planning/planner.service.js';
import { upsertTurnos } from '../planning/stored-turns.js';
import { TurnoNews } from '../live/turno-news.js';
import { TurnosService } from '../turnos/turnos.service.js';
import { OnceRepository } from '../storage/once.repository.js';
import { texts } from './textos.js';

/** Changes one turn on one day and not its program. */
@Injectable()
export class MoveService {
  constructor(
    private readonly onceOnly: OnceRepository,
    private readonly programas: ProgramasRepository,
    private readonly turnosService: TurnosService,
    private readonly farms: FarmRepository,
    private readonly planner: PlannerService,
    private readonly news: TurnoNews,
    private readonly people: People,
  ) {}

  /**
   * Moves or resizes a planned turn within its day. What `wanted` leaves out is as the program says.
   * @throws AppError `turno_terminado`, `datos_invalidos`, `no_encontrado` unless the program plans that turn
   */
  async mover(caller: Caller, turno_id: string, wanted: TurnoMover, clave: string | null): Promise<Turno> {
    requireAdmin(caller);
    const [programa_id = 0, start = 0] = turno_id.split('-').map(Number);
    if (!Id.safeParse(programa_id).success) throw notFound();
    const programa = await this.programas.getOrFail(caller, programa_id);
    const por = await this.people.of(caller);
    const move = async (tx: EntityManager): Promise<Turno> => {
      const { exceptions, ...plain } = await this.farms.read(programa.empresa_id, tx);
      const planned = find(programa, plain, turno_id, start * 1_000);
      if (!planned) throw notFound();
      await requireAhead(tx, turno_id);
      const { inicio = planned.inicio, segundos = planned.pedidos_s } = wanted;
      requirePossible(programa, plain, planned, { inicio, segundos });
      const same = inicio === planned.inicio && segundos === planned.pedidos_s;
      await tx.query('DELETE FROM excepciones WHERE turno_id = $1', [turno_id]);
      if (!same)
        await tx.query(
          `INSERT INTO excepciones (turno_id, empresa_id, programa_id, inicio, segundos, por) VALUES ($1, $2, $3, $4, $5, $6)`,
          [turno_id, programa.empresa_id, programa_id, inicio, segundos, por],
        );
      const farm = same ? plain : withException(plain, { turno_id, inicio, segundos, por });
      const corrida = find(programa, farm, turno_id, inicio);
      if (corrida?.outside) refuse('inicio', texts.outsideWindow);
      const previsto = corrida && turnoOf(corrida, programa, farm, []);
      if (!previsto) throw notFound();
      // Its conditions are checked again before the new time.
      await tx.query('UPDATE turnos SET fijo = false, decidido = false WHERE turno_id = $1', [turno_id]);
      if (inicio < Date.now() + HORIZON_MS) await upsertTurnos(tx, [previsto]);
      const [told] = await this.turnosService.inContract([plannedOnly(previsto)], null);
      if (!told) throw notFound();
      return told;
    };
    const turno = await this.planner.change(programa.empresa_id, move, (change) =>
      this.onceOnly.once(caller, clave, `mover:${turno_id}`, change),
    );
    this.news.tell(turno_id);
    return turno;
  }
}

const find = ({ id, definicion }: ProgramaEntity, farm: KnownFarm, turno_id: string, at: number): Corrida | undefined =>
  expand({ id, ...definicion }, farm, at, at + 1).find((corrida) => corrida.turno_id === turno_id);

/** @throws AppError `turno_terminado` for a turn that began, that somebody skipped, or that will not run */
const requireAhead = async (tx: EntityManager, turno_id: string): Promise<void> => {
  const [stored]: { estado: string; inicio: string }[] = await tx.query(
    'SELECT estado, inicio FROM turnos WHERE turno_id = $1 FOR UPDATE',
    [turno_id],
  );
  if (stored && (stored.estado !== 'previsto' || Number(stored.inicio) <= Date.now()))
    throw new AppError('turno_terminado');
};

const refuse = (campo: 'inicio' | 'segundos', mensaje: string): never => {
  throw new AppError('datos_invalidos', { texto: `${mensaje}.`, detalles: [{ campo: `body.${campo}`, mensaje }] });
};

/** @throws AppError `datos_invalidos` */
const requirePossible = (
  { definicion }: ProgramaEntity,
  farm: KnownFarm,
  { objeto, inicio: plannedStart }: Corrida,
  { inicio, segundos }: { inicio: number; segundos: number },
): void => {
  const id = Number(objeto.slice(1));
  if (!definicion.pasos.some((paso) => (objeto.startsWith('s') ? paso.switch_id : paso.dispositivo_id) === id))
    refuse('inicio', texts.pumpMovesWithValves);
  const [from, to] = dayAround(plannedStart, farm.zona);
  if (inicio < from || inicio >= to) refuse('inicio', texts.otherDay);
  if (inicio < Date.now() + REACH_MS) refuse('inicio', texts.timePassed);
  const maximum = objeto.startsWith('s') ? (farm.switches.get(id)?.maximum_s ?? Infinity) : Infinity;
  if (segundos > maximum) refuse('segundos', texts.longestOn(maximum));
};
