import {
  AppError,
  type Caller,
  excessOf,
  notFound,
  type Programa,
  type ProgramaSave,
  PROGRAMA_LIMITS,
  runsOfProgram,
  type SinPlanear,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { AuditService } from '../audit/audit.service.js';
import { invalid } from '../invalid.js';
import { FarmRepository } from '../storage/farm.repository.js';
import { PlannerService } from '../planning/planner.service.js';
import { AccessService, type Granted, reaches } from '../storage/access.service.js';
import type { ProgramaEntity } from '../storage/programa.entity.js';
import { NamedThings } from '../storage/named-things.js';
import { OnceRepository } from '../storage/once.repository.js';
import { ProgramasRepository } from '../storage/programas.repository.js';
import { columnsOf } from './columns.js';
import { skipStarted } from './skip-started.sql.js';
import { texts } from './textos.js';
import { texts as planTexts } from '../calculation/textos.js';

interface Resumen {
  programa_id: number;
  proximo: string | null;
  vias: ('placa' | 'servicio')[];
  pendiente: boolean;
}

/** Next turn of each program, how its turns run, and whether a board still has an older agenda. */
const RESUMEN = `SELECT t.programa_id, min(t.inicio) FILTER (WHERE t.estado = 'previsto') AS proximo,
    array_agg(DISTINCT t.via) AS vias,
    coalesce(bool_or(t.via = 'placa' AND a.rev IS DISTINCT FROM c.agenda_tomada), false) AS pendiente
  FROM turnos t LEFT JOIN agendas a USING (placa_id) LEFT JOIN planes_de_placa c USING (placa_id)
  WHERE t.empresa_id = ANY($3) AND t.programa_id = ANY($1) AND t.inicio > $2 GROUP BY t.programa_id`;

@Injectable()
export class ProgramasService {
  constructor(
    private readonly programas: ProgramasRepository,
    private readonly farms: FarmRepository,
    private readonly planner: PlannerService,
    private readonly access: AccessService,
    private readonly audit: AuditService,
    private readonly db: DataSource,
    private readonly things: NamedThings,
    private readonly onceOnly: OnceRepository,
  ) {}

  async list(caller: Caller, requested: number | undefined): Promise<Programa[]> {
    const empresa_id = await this.access.requested(caller, requested);
    const granted = await this.access.granted(caller);
    const rows = await this.programas.list(caller, empresa_id);
    const visible = (await this.withResumen(rows)).map((programa) => seenBy(granted, programa));
    return visible.filter(({ pasos }) => pasos.length > 0);
  }

  /**
   * Once per key (`clave`).
   * @throws AppError `datos_invalidos`, also where the company has as many programs as it may; `no_encontrado` for a switch or device
   * that is not of the company
   */
  async crear(caller: Caller, request: ProgramaSave, clave: string | null = null): Promise<Programa> {
    requireAdmin(caller);
    requireEmpresa(caller, request.empresa_id);
    await this.access.requireEmpresa(request.empresa_id);
    const columnas = columnsOf(request);
    await this.things.require(request);
    await this.requireRoom(caller, request, null);
    const make = async (tx: EntityManager): Promise<{ id: number }> => {
      if ((await this.programas.in(tx).count(caller, { empresa_id: request.empresa_id })) >= PROGRAMA_LIMITS.PROGRAMAS)
        throw invalid('empresa_id', texts.tooManyProgramas(PROGRAMA_LIMITS.PROGRAMAS));
      const saved = await this.programas.in(tx).save(caller, { ...columnas, pausado: 0, version: 1 });
      await this.note(tx, caller, 'crear', saved, null, saved);
      return { id: saved.id };
    };
    const once = this.onceOnly.making(caller, clave, request);
    const { id } = await this.planner.change(request.empresa_id, make, once);
    return this.one(await this.programas.getOrFail(caller, id));
  }

  /** @throws as {@link crear}, and `version_vieja` when `version` is sent and stale */
  async actualizar(caller: Caller, id: number, request: ProgramaSave): Promise<Programa> {
    requireAdmin(caller);
    const { empresa_id } = await this.programas.getOrFail(caller, id);
    requireEmpresa(caller, request.empresa_id);
    if (request.empresa_id !== empresa_id) throw invalid('empresa_id', texts.staysInEmpresa);
    const columnas = columnsOf(request);
    await this.things.require(request);
    await this.requireRoom(caller, request, id);
    const fila = await this.planner.change(empresa_id, async (tx) => {
      const previous = await this.programas.in(tx).getOrFail(caller, id);
      if (request.version !== undefined && request.version !== previous.version)
        throw new AppError('version_vieja', { actual: await this.one(previous) });
      const saved = await this.programas
        .in(tx)
        .save(caller, { ...previous, ...columnas, version: previous.version + 1 });
      if (previous.activo === 1 && saved.activo === 0) await skipStarted(tx, saved, { codigo: 'programa_inactivo' });
      await this.note(tx, caller, 'actualizar', saved, previous, saved);
      return saved;
    });
    return this.one(fila);
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = await this.programas.getOrFail(caller, id);
    await this.planner.change(empresa_id, async (tx) => {
      const gone = await this.programas.in(tx).getOrFail(caller, id);
      await this.programas.in(tx).delete(caller, { id });
      await tx.query('DELETE FROM excepciones WHERE programa_id = $1', [id]);
      await this.note(tx, caller, 'eliminar', gone, gone, null);
      // Turns that a person skipped or started are deleted too, unless they have begun.
      await tx.query(
        `DELETE FROM turnos WHERE empresa_id = $3 AND programa_id = $1 AND inicio > $2 AND estado IN ('previsto', 'omitido')`,
        [id, Date.now(), empresa_id],
      );
    });
  }

  /** Of all companies, what should run and is not planned. */
  async unplanned(): Promise<SinPlanear[]> {
    return this.db.query(
      `SELECT e.id AS empresa_id, (e.fallos > 1)::int AS apartada,
         coalesce(jsonb_agg(jsonb_build_object('nombre', p.nombre, 'motivo', p.impedimento) ORDER BY p.id)
           FILTER (WHERE p.id IS NOT NULL), '[]') AS programas
       FROM empresas e LEFT JOIN programas p ON p.empresa_id = e.id AND p.impedimento IS NOT NULL
       WHERE NOT e.eliminada AND (e.fallos > 1 OR p.id IS NOT NULL) GROUP BY e.id`,
    );
  }

  async pausar(caller: Caller, id: number, pausado: 0 | 1): Promise<Programa> {
    const previous = await this.programas.getOrFail(caller, id);
    const fila = await this.planner.change(previous.empresa_id, async (tx) => {
      const actual = await this.programas.in(tx).getOrFail(caller, id);
      if (actual.pausado === pausado) return actual;
      const saved = await this.programas.in(tx).save(caller, { ...actual, pausado, version: actual.version + 1 });
      if (pausado === 1) await skipStarted(tx, saved, { codigo: 'programa_en_pausa' });
      await this.note(tx, caller, pausado === 1 ? 'pausar' : 'reanudar', saved, null, null);
      return saved;
    });
    return seenBy(await this.access.granted(caller), await this.one(fila));
  }

  async one(fila: ProgramaEntity): Promise<Programa> {
    const [programa] = await this.withResumen([fila]);
    if (!programa) throw notFound();
    return programa;
  }

  private note(
    tx: EntityManager,
    caller: Caller,
    verb: 'crear' | 'actualizar' | 'pausar' | 'reanudar' | 'eliminar',
    { id, empresa_id, nombre }: ProgramaEntity,
    before: ProgramaEntity | null,
    after: ProgramaEntity | null,
  ): Promise<void> {
    const told = { empresa_id, accion: `programa.${verb}` as const, entidad: `programa:${id}`, nombre };
    return this.audit.note(tx, caller, {
      ...told,
      antes: before && writtenOf(before),
      despues: after && writtenOf(after),
    });
  }

  private async withResumen(rows: readonly ProgramaEntity[]): Promise<Programa[]> {
    const resumenes: Resumen[] = await this.db.query(RESUMEN, [
      rows.map(({ id }) => id),
      Date.now(),
      // Finds them by an index: without it the turns of every company are read.
      [...new Set(rows.map(({ empresa_id }) => empresa_id))],
    ]);
    const byId = new Map(resumenes.map((resumen) => [resumen.programa_id, resumen]));
    return rows.map((fila) => {
      const resumen = byId.get(fila.id);
      return {
        id: fila.id,
        empresa_id: fila.empresa_id,
        nombre: fila.nombre,
        activo: fila.activo,
        ...fila.definicion,
        pausado: fila.pausado,
        proximo: resumen?.proximo ? Number(resumen.proximo) : null,
        vias: resumen?.vias ?? [],
        pendiente: resumen?.pendiente ? 1 : 0,
        version: fila.version,
      };
    });
  }

  /**
   * What is counted before anything is expanded: the program with its pumps, and all programs of its company.
   * @throws AppError `datos_invalidos` past the limits; never for one that is turned off
   */
  private async requireRoom(caller: Caller, programa: ProgramaSave, id: number | null): Promise<void> {
    if (programa.activo === 0) return;
    const { empresa_id } = programa;
    const { pumps } = await this.farms.read(empresa_id);
    const excess = excessOf(programa, pumps);
    if (excess) throw invalid(excess.campo, excess.mensaje);
    const others = (await this.programas.list(caller, empresa_id)).filter(
      (otro) => otro.activo === 1 && otro.id !== id && !excessOf(otro.definicion, pumps),
    );
    const all = [programa, ...others.map(({ definicion }) => definicion)].reduce(
      (sum, one) => sum + runsOfProgram(one, pumps),
      0,
    );
    if (all > PROGRAMA_LIMITS.RUNS_OF_EMPRESA) throw invalid('inicios.0', planTexts.tooManyTogether(all));
  }
}

/** What a program tells a person with these grants: nothing names a switch or device that is not theirs. */
const seenBy = (granted: Granted | null, { pasos, omitir, ajuste_et0, ...programa }: Programa): Programa => ({
  ...programa,
  pasos: pasos.filter((paso) => reaches(granted, paso)),
  ...(omitir && { omitir: omitir.filter((condition) => reaches(granted, condition)) }),
  ...(ajuste_et0 && (ajuste_et0.switch_id === undefined || reaches(granted, ajuste_et0)) && { ajuste_et0 }),
});

/** The part of a program that a person writes. */
const writtenOf = ({ nombre, activo, definicion }: ProgramaEntity): object => ({ nombre, activo, ...definicion });
