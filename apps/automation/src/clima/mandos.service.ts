import { type Caller, type SwitchControl, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccessService, reaches } from '../storage/access.service.js';
import { FarmRepository } from '../storage/farm.repository.js';
import { type KnownPoint, PointsRepository } from '../storage/points.repository.js';
import { ReglasRepository } from '../storage/reglas.repository.js';
import { inCharge, pointsOf, type Stage, stagesOf, textOf } from '../agenda/rule-plan.js';
import { texts } from './textos.js';

interface Orden {
  switch_id: number;
  accion: 'on' | 'off';
  max_s: number | null;
  ts: string;
}
interface Running {
  turno_id: string;
  switch_id: number;
  segundos: number;
  desde: string;
  nombre: string | null;
}

const ORDERS = `SELECT entidad_id AS switch_id, accion, max_s, ts FROM ordenes_de_personas
  WHERE entidad = 'switch' AND empresa_id = $1`;
const RUNNING = `SELECT t.turno_id, t.switch_id, t.segundos, coalesce(t.real_inicio, t.inicio) AS desde, p.nombre
  FROM turnos t LEFT JOIN programas p ON p.id = t.programa_id
  WHERE t.empresa_id = $1 AND t.estado = 'en_curso' AND t.switch_id IS NOT NULL`;

/** What controls each switch now: a program's run takes precedence over a person's command, and that over a rule. */
@Injectable()
export class MandosService {
  constructor(
    private readonly db: DataSource,
    private readonly reglas: ReglasRepository,
    private readonly farms: FarmRepository,
    private readonly points: PointsRepository,
    private readonly access: AccessService,
  ) {}

  async list(caller: Caller, requested: number | undefined): Promise<SwitchControl[]> {
    const empresa_id = await this.access.requested(caller, requested);
    if (empresa_id === null) return [];
    const granted = await this.access.granted(caller);
    return (await this.ofEmpresa(empresa_id)).filter((control) => reaches(granted, control));
  }

  async ofEmpresa(empresa_id: number): Promise<SwitchControl[]> {
    const now = Date.now();
    const [farm, reglas, orders, running] = await Promise.all([
      this.farms.read(empresa_id),
      this.reglas.list(sistema('automation'), empresa_id),
      this.db.query<Orden[]>(ORDERS, [empresa_id]),
      this.db.query<Running[]>(RUNNING, [empresa_id]),
    ]);
    const active = reglas.filter(({ activa }) => activa === 1);
    const puntos = await this.points.byId(pointsOf(active));
    const rules = inCharge(stagesOf(active, farm), farm.zona, now);
    const since = new Map(reglas.map(({ id, actualizado_en }) => [id, actualizado_en.getTime()]));
    const runs = new Map(running.map((run) => [run.switch_id, run]));
    const orderOf = new Map(orders.map((order) => [order.switch_id, order]));
    return [...new Set([...rules.keys(), ...runs.keys(), ...orderOf.keys()])].flatMap((switch_id) => {
      const run = runs.get(switch_id);
      if (run) return [byProgram(run)];
      const order = orderOf.get(switch_id);
      const stage = rules.get(switch_id);
      const held = order && heldUntil(order, stage);
      if (order && held !== undefined && held > now) return [byPerson(order, held)];
      if (!stage) return [];
      return [byRule(stage, Math.max(since.get(stage.regla.id) ?? 0, held ?? 0), puntos)];
    });
  }
}

/** End of a person's hold, ms. An OFF holds only against a rule; an ON until the board's own timer ends it. */
export const heldUntil = ({ accion, max_s, ts }: Omit<Orden, 'switch_id'>, stage: Stage | undefined): number => {
  const hold_s = stage?.regla.definicion.persona_s ?? 0;
  return Number(ts) + (accion === 'on' ? (max_s ?? hold_s) : hold_s) * 1_000;
};

const byProgram = ({ turno_id, switch_id, segundos, desde, nombre }: Running): SwitchControl => ({
  switch_id,
  quien: 'programa',
  desde: Number(desde),
  hasta: Number(desde) + segundos * 1_000,
  texto: texts.programa(nombre),
  regla_id: null,
  turno_id,
});

const byPerson = ({ switch_id, accion, ts }: Orden, hasta: number): SwitchControl => ({
  switch_id,
  quien: 'persona',
  desde: Number(ts),
  hasta,
  texto: accion === 'on' ? texts.onByPerson : texts.offByPerson,
  regla_id: null,
  turno_id: null,
});

const byRule = (
  { regla, stage: ruleStage, sw }: Stage,
  desde: number,
  puntos: ReadonlyMap<number, KnownPoint>,
): SwitchControl => ({
  switch_id: sw.id,
  quien: 'automatico',
  desde,
  hasta: null,
  texto: texts.automatic(textOf(sw.nombre, regla, ruleStage, puntos)),
  regla_id: regla.id,
  turno_id: null,
});
