import {
  AppError,
  type Caller,
  CLIMA_LIMITS,
  type Detail,
  faultsOfRegla,
  hasThreshold,
  magnitudOf,
  type ReglaClima,
  type ReglaClimaSave,
  sistema,
  TIPOS_THAT_CHOOSE_SILENCE,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { AuditService } from '../audit/audit.service.js';
import { invalid, requireSound } from '../invalid.js';
import { AccessService, reaches } from '../storage/access.service.js';
import { FarmRepository } from '../storage/farm.repository.js';
import { NamedThings } from '../storage/named-things.js';
import { OnceRepository } from '../storage/once.repository.js';
import { type KnownPoint, PointsRepository } from '../storage/points.repository.js';
import { PlannerService } from '../planning/planner.service.js';
import { TurnoNews } from '../live/turno-news.js';
import type { DefinicionRegla, ReglaEntity } from '../storage/regla.entity.js';
import { ReglasRepository } from '../storage/reglas.repository.js';
import { pointsOf, type Stage, stagesOf, textOf } from '../agenda/rule-plan.js';
import { texts } from './textos.js';

@Injectable()
export class ReglasService {
  constructor(
    private readonly reglas: ReglasRepository,
    private readonly farms: FarmRepository,
    private readonly points: PointsRepository,
    private readonly planner: PlannerService,
    private readonly access: AccessService,
    private readonly audit: AuditService,
    private readonly news: TurnoNews,
    private readonly db: DataSource,
    private readonly things: NamedThings,
    private readonly onceOnly: OnceRepository,
  ) {}

  /** A usuario sees the stages of their own switches. */
  async list(caller: Caller, requested: number | undefined): Promise<ReglaClima[]> {
    const empresa_id = await this.access.requested(caller, requested);
    const granted = await this.access.granted(caller);
    const rules = await this.inContract(await this.reglas.list(caller, empresa_id));
    return rules
      .map((regla) => ({
        ...regla,
        sensor_switch_id: reaches(granted, { switch_id: regla.sensor_switch_id }) ? regla.sensor_switch_id : null,
        // Points belong to administrators.
        punto_id: granted === null ? (regla.punto_id ?? null) : null,
        etapas: regla.etapas.filter((ruleStage) => reaches(granted, ruleStage)),
      }))
      .filter(({ etapas }) => etapas.length > 0);
  }

  /** The switches that active rules turn on and off, of all companies that the caller may see. */
  async switches(caller: Caller): Promise<number[]> {
    const rules = (await this.reglas.list(caller, null)).filter(({ activa }) => activa === 1);
    return [...new Set(rules.flatMap(({ definicion }) => definicion.etapas.map(({ switch_id }) => switch_id)))];
  }

  /**
   * Once per key (`clave`).
   * @throws AppError `datos_invalidos`, also where the company has as many rules as it may; `no_encontrado` for a switch that is not of
   * the company
   */
  async crear(caller: Caller, request: ReglaClimaSave, clave: string | null = null): Promise<ReglaClima> {
    requireAdmin(caller);
    requireEmpresa(caller, request.empresa_id);
    await this.access.requireEmpresa(request.empresa_id);
    await this.requireGood(request);
    const make = async (tx: EntityManager): Promise<{ id: number }> => {
      // Each look at the rules costs as much as there are rules: a company cannot make that a burden to the others.
      if ((await this.reglas.in(tx).count(caller, { empresa_id: request.empresa_id })) >= CLIMA_LIMITS.REGLAS)
        throw invalid('empresa_id', texts.tooMany(CLIMA_LIMITS.REGLAS));
      const saved = await this.reglas.in(tx).save(caller, { ...columnsOf(request), version: 1 });
      await this.note(tx, caller, 'crear', saved, null, saved);
      return { id: saved.id };
    };
    const once = this.onceOnly.making(caller, clave, request);
    const { id } = await this.planner.change(request.empresa_id, make, once);
    return this.one(await this.reglas.getOrFail(caller, id));
  }

  /** @throws as {@link crear}, and `version_vieja` when `version` is sent and stale */
  async actualizar(caller: Caller, id: number, request: ReglaClimaSave): Promise<ReglaClima> {
    requireAdmin(caller);
    const { empresa_id } = await this.reglas.getOrFail(caller, id);
    requireEmpresa(caller, request.empresa_id);
    if (request.empresa_id !== empresa_id) throw invalid('empresa_id', texts.staysInEmpresa);
    await this.requireGood(request);
    const row = await this.planner.change(empresa_id, async (tx) => {
      const previous = await this.reglas.in(tx).getOrFail(caller, id);
      if (request.version !== undefined && request.version !== previous.version)
        throw new AppError('version_vieja', { actual: await this.one(previous) });
      const next = { ...previous, ...columnsOf(request), version: previous.version + 1 };
      const saved = await this.reglas.in(tx).save(caller, next);
      await this.note(tx, caller, 'actualizar', saved, previous, saved);
      return saved;
    });
    return this.one(row);
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = await this.reglas.getOrFail(caller, id);
    await this.planner.change(empresa_id, async (tx) => {
      const gone = await this.reglas.in(tx).getOrFail(caller, id);
      await this.reglas.in(tx).delete(caller, { id });
      await this.note(tx, caller, 'eliminar', gone, gone, null);
    });
  }

  private note(
    tx: EntityManager,
    caller: Caller,
    verb: 'crear' | 'actualizar' | 'eliminar',
    { id, empresa_id, nombre }: ReglaEntity,
    before: ReglaEntity | null,
    after: ReglaEntity | null,
  ): Promise<void> {
    const stages = [before, after].flatMap((row) => row?.definicion.etapas ?? []);
    this.news.inCharge(
      empresa_id,
      stages.map(({ switch_id }) => switch_id),
    );
    const told = { empresa_id, accion: `regla_clima.${verb}` as const, entidad: `regla_clima:${id}`, nombre };
    return this.audit.note(tx, caller, {
      ...told,
      antes: before && writtenOf(before),
      despues: after && writtenOf(after),
    });
  }

  private async one(row: ReglaEntity): Promise<ReglaClima> {
    const [regla] = await this.inContract([row]);
    return regla as ReglaClima;
  }

  private async inContract(rows: readonly ReglaEntity[]): Promise<ReglaClima[]> {
    const pending: { placa_id: number }[] = await this.db.query(
      `SELECT placa_id FROM controles LEFT JOIN planes_de_placa USING (placa_id)
       WHERE empresa_id = ANY($1) AND rev IS DISTINCT FROM control_tomado`,
      [[...new Set(rows.map(({ empresa_id }) => empresa_id))]],
    );
    const behind = new Set(pending.map(({ placa_id }) => placa_id));
    const stages = new Map<string, Stage>();
    for (const empresa_id of new Set(rows.map((row) => row.empresa_id))) {
      const farm = await this.farms.read(empresa_id);
      const all = await this.reglas.list(sistema('automation'), empresa_id);
      for (const stage of stagesOf(all, farm)) stages.set(`${stage.regla.id}-${stage.sw.id}`, stage);
    }
    const puntos = await this.points.byId(pointsOf(rows));
    return rows.map((row) => contractOf(row, stages, behind, puntos));
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado` */
  private async requireGood(request: ReglaClimaSave): Promise<void> {
    requireSound(faultsOfRegla(request));
    const known = await this.switchesOf(request);
    const { sensor_switch_id, punto_id } = request;
    if (sensor_switch_id !== undefined && known.get(sensor_switch_id)?.sensor_pin === null)
      throw invalid('sensor_switch_id', texts.noSensor);
    if (punto_id !== undefined) await this.requireGoodPoint(request, punto_id);
    const undecided = request.etapas.flatMap(({ switch_id, si_calla }, n): Detail[] => {
      const { tipo = '', nombre = '' } = known.get(switch_id) ?? {};
      if (si_calla !== undefined || !TIPOS_THAT_CHOOSE_SILENCE.has(tipo)) return [];
      return [{ campo: `etapas.${n}.si_calla`, mensaje: texts.chooseSilence(nombre, tipo) }];
    });
    requireSound(undecided);
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado` */
  private async requireGoodPoint({ empresa_id, etapas, edad_max_s }: ReglaClimaSave, punto_id: number): Promise<void> {
    const { magnitud, cada_s } = (await this.points.require(empresa_id, [punto_id])).get(punto_id)!;
    const { nombre, unidad, minimo, maximo } = magnitudOf(magnitud);
    if (!hasThreshold(magnitud)) throw invalid('punto_id', texts.noThreshold(nombre));
    const mensaje = texts.beyond(minimo, maximo, unidad);
    const faults: Detail[] = etapas.flatMap(({ enciende, apaga }, n) =>
      Object.entries({ enciende, apaga }).flatMap(([campo, umbral]) =>
        umbral < minimo || umbral > maximo ? [{ campo: `etapas.${n}.${campo}`, mensaje }] : [],
      ),
    );
    if (edad_max_s < cada_s) faults.push({ campo: 'edad_max_s', mensaje: texts.toldEvery(cada_s) });
    requireSound(faults);
  }

  private async switchesOf({ empresa_id, etapas, sensor_switch_id }: ReglaClimaSave) {
    const named = [...etapas, { switch_id: sensor_switch_id }];
    await this.things.requireTargets(empresa_id, named);
    const rows: { id: number; nombre: string; tipo: string; sensor_pin: number | null }[] = await this.db.query(
      'SELECT id, nombre, tipo, sensor_pin FROM switches WHERE empresa_id = $1 AND id = ANY($2)',
      [empresa_id, named.flatMap(({ switch_id }) => switch_id ?? [])],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}

const columnsOf = (
  request: ReglaClimaSave,
): Pick<ReglaEntity, 'empresa_id' | 'nombre' | 'activa'> & { definicion: DefinicionRegla } => {
  const { empresa_id, nombre, activa, version: _, ...definicion } = request;
  return { empresa_id, nombre, activa, definicion };
};

const contractOf = (
  row: ReglaEntity,
  stages: ReadonlyMap<string, Stage>,
  behind: ReadonlySet<number>,
  puntos: ReadonlyMap<number, KnownPoint>,
): ReglaClima => {
  const etapas = row.definicion.etapas.map((ruleStage) => {
    const stage = stages.get(`${row.id}-${ruleStage.switch_id}`);
    const por_servicio = stage?.por_servicio ?? null;
    const byBoard = stage !== undefined && por_servicio === null;
    return {
      ...ruleStage,
      via: byBoard ? ('placa' as const) : ('servicio' as const),
      por_servicio,
      pendiente: byBoard && behind.has(stage.sw.placa_id) ? (1 as const) : (0 as const),
      texto: textOf(stage?.sw.nombre ?? `Switch ${ruleStage.switch_id}`, row, ruleStage, puntos),
    };
  });
  const { id, empresa_id, nombre, activa, definicion, version } = row;
  const pendiente = etapas.some((ruleStage) => ruleStage.pendiente === 1) ? 1 : 0;
  const { sensor_switch_id = null, valor = null, punto_id = null } = definicion;
  const follows = { sensor_switch_id, valor, punto_id };
  return { id, empresa_id, nombre, activa, ...definicion, ...follows, etapas, pendiente, version };
};

/** The part of a rule that a person writes. */
const writtenOf = ({ nombre, activa, definicion }: ReglaEntity): object => ({ nombre, activa, ...definicion });
