import { Bus } from '@acequia/bus';
import {
  AppError,
  type Caller,
  faultsOfPrograma,
  notFound,
  type Programa,
  type ProgramaSave,
  type ProgramaTryOut,
  sistema,
  PREVIEW_DAYS,
  type Preview,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { AuditService } from '../audit/audit.service.js';
import { expand } from '../expansion/expand.js';
import { dayAround } from '../expansion/zone-clock.js';
import { isSwitch, idOf } from '../expansion/types.js';
import { FarmRepository, withException, type KnownFarm } from '../turnos/farm.repository.js';
import { PlannerService } from '../turnos/planner.service.js';
import { AccessService, reaches } from './access.service.js';
import { conflictsOf } from './conflicts.js';
import type { Definicion, ProgramaEntity } from './programa.entity.js';
import { ProgramasRepository } from './programas.repository.js';
import { texts } from './textos.js';

const DAY_MS = 86_400_000;

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
  WHERE t.programa_id = ANY($1) AND t.inicio > $2 GROUP BY t.programa_id`;

@Injectable()
export class ProgramasService {
  constructor(
    private readonly programas: ProgramasRepository,
    private readonly farms: FarmRepository,
    private readonly planner: PlannerService,
    private readonly access: AccessService,
    private readonly audit: AuditService,
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  async list(caller: Caller, requested: number | undefined): Promise<Programa[]> {
    const empresa_id = await this.access.requested(caller, requested);
    const granted = await this.access.granted(caller);
    const rows = await this.programas.list(caller, empresa_id);
    const visible = (await this.withResumen(rows)).map((programa) => ({
      ...programa,
      pasos: programa.pasos.filter((paso) => reaches(granted, paso)),
    }));
    return visible.filter(({ pasos }) => pasos.length > 0);
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado` for a switch or device that is not of the company */
  async crear(caller: Caller, request: ProgramaSave): Promise<Programa> {
    requireAdmin(caller);
    requireEmpresa(caller, request.empresa_id);
    await this.access.requireEmpresa(request.empresa_id);
    const columnas = columnsOf(request);
    await this.requireSteps(request);
    const fila = await this.write(request.empresa_id, async (tx) => {
      const saved = await this.programas.in(tx).save(caller, { ...columnas, pausado: 0, version: 1 });
      await this.note(tx, caller, 'crear', saved, null, saved);
      return saved;
    });
    return this.one(fila);
  }

  /** @throws as {@link crear}, and `version_vieja` when `version` is sent and stale */
  async actualizar(caller: Caller, id: number, request: ProgramaSave): Promise<Programa> {
    requireAdmin(caller);
    const { empresa_id } = await this.programas.getOrFail(caller, id);
    requireEmpresa(caller, request.empresa_id);
    if (request.empresa_id !== empresa_id) {
      const mensaje = texts.staysInEmpresa;
      throw new AppError('datos_invalidos', { detalles: [{ campo: 'body.empresa_id', mensaje }] });
    }
    const columnas = columnsOf(request);
    await this.requireSteps(request);
    const fila = await this.write(empresa_id, async (tx) => {
      const previous = await this.programas.in(tx).getOrFail(caller, id);
      if (request.version !== undefined && request.version !== previous.version)
        throw new AppError('version_vieja', { actual: await this.one(previous) });
      const saved = await this.programas
        .in(tx)
        .save(caller, { ...previous, ...columnas, version: previous.version + 1 });
      await this.note(tx, caller, 'actualizar', saved, previous, saved);
      return saved;
    });
    return this.one(fila);
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = await this.programas.getOrFail(caller, id);
    await this.write(empresa_id, async (tx) => {
      const gone = await this.programas.in(tx).getOrFail(caller, id);
      await this.programas.in(tx).delete(caller, { id });
      await tx.query('DELETE FROM excepciones WHERE programa_id = $1', [id]);
      await this.note(tx, caller, 'eliminar', gone, gone, null);
      // Turns that a person skipped or started are deleted too, unless they have begun.
      await tx.query(
        `DELETE FROM turnos WHERE programa_id = $1 AND inicio > $2 AND estado IN ('previsto', 'omitido')`,
        [id, Date.now()],
      );
    });
  }

  /** The next two weeks of an unsaved program, or the day of a turn to be moved, together with the company's others. */
  async preview(caller: Caller, { id, mover, ...request }: ProgramaTryOut): Promise<Preview> {
    requireAdmin(caller);
    if (id !== undefined) await this.programas.getOrFail(caller, id);
    requireEmpresa(caller, request.empresa_id);
    await this.access.requireEmpresa(request.empresa_id);
    const { definicion } = columnsOf(request);
    await this.requireSteps(request);
    const known = await this.farms.read(request.empresa_id);
    const farm = mover ? withException(known, mover) : known;
    const [from, until] = mover ? dayAround(mover.inicio, farm.zona) : [Date.now(), Date.now() + PREVIEW_DAYS * DAY_MS];
    const expandible = { id: id ?? 0, ...definicion };
    const own = expand(expandible, farm, from, until);
    const others = (await this.programas.list(caller, request.empresa_id)).filter(
      (otro) => otro.id !== id && otro.activo === 1 && otro.pausado === 0,
    );
    const strangers = others.flatMap((otro) => expand({ id: otro.id, ...otro.definicion }, farm, from, until));
    return {
      turnos: own.map(({ turno_id, objeto, inicio, segundos }) => ({
        turno_id,
        ...targetOf(objeto),
        inicio,
        segundos,
        via: viaOf(farm, objeto),
      })),
      conflictos: conflictsOf(expandible, own, strangers, farm),
    };
  }

  async pausar(caller: Caller, id: number, pausado: 0 | 1): Promise<Programa> {
    const previous = await this.programas.getOrFail(caller, id);
    const fila = await this.write(previous.empresa_id, async (tx) => {
      const actual = await this.programas.in(tx).getOrFail(caller, id);
      if (actual.pausado === pausado) return actual;
      const saved = await this.programas.in(tx).save(caller, { ...actual, pausado, version: actual.version + 1 });
      await this.note(tx, caller, pausado === 1 ? 'pausar' : 'reanudar', saved, null, null);
      return saved;
    });
    return this.one(fila);
  }

  async one(fila: ProgramaEntity): Promise<Programa> {
    const [programa] = await this.withResumen([fila]);
    if (!programa) throw notFound();
    return programa;
  }

  /** Runs a change of a company's programs in a transaction: its turns are replanned as soon as it commits. */
  private async write<T>(empresa_id: number, write: (tx: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.db.transaction(async (tx) => {
      await this.planner.changed(tx, empresa_id);
      return write(tx);
    });
    await this.planner.nudge();
    return result;
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
    const resumenes: Resumen[] = await this.db.query(RESUMEN, [rows.map(({ id }) => id), Date.now()]);
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
   * Asks the owning service about unknown objects: a switch can be used as soon as its creation was answered.
   * @throws AppError `no_encontrado` unless everything that the program names belongs to the company
   */
  private async requireSteps({ empresa_id, pasos, omitir, ajuste_et0 }: ProgramaSave): Promise<void> {
    const switches = new Set(
      [...pasos, ...(omitir ?? []), ...(ajuste_et0 ? [ajuste_et0] : [])].flatMap(({ switch_id }) => switch_id ?? []),
    );
    const dispositivos = new Set(pasos.flatMap(({ dispositivo_id }) => dispositivo_id ?? []));
    const [row]: { n: number }[] = await this.db.query(
      `SELECT (SELECT count(*) FROM switches WHERE empresa_id = $1 AND id = ANY($2))::int
         + (SELECT count(*) FROM dispositivos WHERE empresa_id = $1 AND id = ANY($3))::int AS n`,
      [empresa_id, [...switches], [...dispositivos]],
    );
    if (row?.n === switches.size + dispositivos.size) return;
    const request = { empresa_id, switches: [...switches], dispositivos: [...dispositivos] };
    await this.bus.call('inventario.verificar', request, sistema('automation'));
  }
}

const targetOf = (objeto: Parameters<typeof idOf>[0]) =>
  isSwitch(objeto)
    ? { switch_id: idOf(objeto), dispositivo_id: null }
    : { switch_id: null, dispositivo_id: idOf(objeto) };

const viaOf = (farm: KnownFarm, objeto: Parameters<typeof idOf>[0]) =>
  isSwitch(objeto) && farm.switches.get(idOf(objeto))?.runsOnBoard === true ? 'placa' : 'servicio';

/** @throws AppError `datos_invalidos` */
const columnsOf = (
  request: ProgramaSave,
): Pick<ProgramaEntity, 'empresa_id' | 'nombre' | 'activo'> & { definicion: Definicion } => {
  const faults = faultsOfPrograma(request);
  if (faults.length > 0) {
    const detalles = faults.map(({ campo, mensaje }) => ({ campo: `body.${campo}`, mensaje }));
    throw new AppError('datos_invalidos', { detalles });
  }
  const { empresa_id, nombre, activo, version: _, ...definicion } = request;
  return { empresa_id, nombre, activo, definicion };
};

/** The part of a program that a person writes. */
const writtenOf = ({ nombre, activo, definicion }: ProgramaEntity): object => ({ nombre, activo, ...definicion });
