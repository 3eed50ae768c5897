import { Bus } from '@acequia/bus';
import {
  AppError,
  type Caller,
  faltasDePrograma,
  noEncontrado,
  type Programa,
  type ProgramaGuardar,
  sistema,
  VISTA_PREVIA_DIAS,
  type VistaPrevia,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { exigirAdmin, exigirEmpresa } from '../acceso.js';
import { expand } from '../expansion/expand.js';
import { esSwitch, idDe } from '../expansion/types.js';
import { FincaRepository, type FincaConocida } from '../turnos/finca.repository.js';
import { PlannerService } from '../turnos/planner.service.js';
import { AccessService, alcanza } from './access.service.js';
import { conflictsOf } from './conflicts.js';
import type { Definicion, ProgramaEntity } from './programa.entity.js';
import { ProgramasRepository } from './programas.repository.js';

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
    private readonly fincas: FincaRepository,
    private readonly planner: PlannerService,
    private readonly access: AccessService,
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  async listar(caller: Caller, pedida: number | undefined): Promise<Programa[]> {
    const empresa_id = await this.access.pedida(caller, pedida);
    const concedido = await this.access.concedido(caller);
    const filas = await this.programas.listar(caller, empresa_id);
    const visibles = (await this.conResumen(filas)).map((programa) => ({
      ...programa,
      pasos: programa.pasos.filter((paso) => alcanza(concedido, paso)),
    }));
    return visibles.filter(({ pasos }) => pasos.length > 0);
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado` for a switch or device that is not of the company */
  async crear(caller: Caller, pedido: ProgramaGuardar): Promise<Programa> {
    exigirAdmin(caller);
    exigirEmpresa(caller, pedido.empresa_id);
    await this.access.exigirEmpresa(pedido.empresa_id);
    const columnas = columnsOf(pedido);
    await this.exigirPasos(pedido);
    const fila = await this.escribir(pedido.empresa_id, async (tx) => {
      return this.programas.in(tx).save(caller, { ...columnas, pausado: 0, version: 1 });
    });
    return this.uno(fila);
  }

  /** @throws as {@link crear}, and `version_vieja` when `version` is sent and stale */
  async actualizar(caller: Caller, id: number, pedido: ProgramaGuardar): Promise<Programa> {
    exigirAdmin(caller);
    const { empresa_id } = await this.programas.getOrFail(caller, id);
    exigirEmpresa(caller, pedido.empresa_id);
    if (pedido.empresa_id !== empresa_id) {
      const mensaje = 'Un programa no cambia de empresa';
      throw new AppError('datos_invalidos', { detalles: [{ campo: 'body.empresa_id', mensaje }] });
    }
    const columnas = columnsOf(pedido);
    await this.exigirPasos(pedido);
    const fila = await this.escribir(empresa_id, async (tx) => {
      const previo = await this.programas.in(tx).getOrFail(caller, id);
      if (pedido.version !== undefined && pedido.version !== previo.version)
        throw new AppError('version_vieja', { actual: await this.uno(previo) });
      return this.programas.in(tx).save(caller, { ...previo, ...columnas, version: previo.version + 1 });
    });
    return this.uno(fila);
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    exigirAdmin(caller);
    const { empresa_id } = await this.programas.getOrFail(caller, id);
    await this.escribir(empresa_id, async (tx) => {
      await this.programas.in(tx).getOrFail(caller, id);
      await this.programas.in(tx).delete(caller, { id });
      // What a person skipped or started of it goes too, unless it has begun.
      await tx.query(
        `DELETE FROM turnos WHERE programa_id = $1 AND inicio > $2 AND estado IN ('previsto', 'omitido')`,
        [id, Date.now()],
      );
    });
  }

  /** The next two weeks of a program that need not be saved, beside the company's others. */
  async vistaPrevia(
    caller: Caller,
    { id, ...pedido }: ProgramaGuardar & { id?: number | undefined },
  ): Promise<VistaPrevia> {
    exigirAdmin(caller);
    if (id !== undefined) await this.programas.getOrFail(caller, id);
    exigirEmpresa(caller, pedido.empresa_id);
    await this.access.exigirEmpresa(pedido.empresa_id);
    const { definicion } = columnsOf(pedido);
    await this.exigirPasos(pedido);
    const finca = await this.fincas.leer(pedido.empresa_id);
    const now = Date.now();
    const until = now + VISTA_PREVIA_DIAS * DAY_MS;
    const expandible = { id: id ?? 0, ...definicion };
    const propias = expand(expandible, finca, now, until);
    const otros = (await this.programas.listar(caller, pedido.empresa_id)).filter(
      (otro) => otro.id !== id && otro.activo === 1 && otro.pausado === 0,
    );
    const ajenas = otros.flatMap((otro) => expand({ id: otro.id, ...otro.definicion }, finca, now, until));
    return {
      turnos: propias.map(({ turno_id, objeto, inicio, segundos }) => ({
        turno_id,
        ...targetOf(objeto),
        inicio,
        segundos,
        via: viaOf(finca, objeto),
      })),
      conflictos: conflictsOf(expandible, propias, ajenas, finca),
    };
  }

  async pausar(caller: Caller, id: number, pausado: 0 | 1): Promise<Programa> {
    const previo = await this.programas.getOrFail(caller, id);
    const fila = await this.escribir(previo.empresa_id, async (tx) => {
      const actual = await this.programas.in(tx).getOrFail(caller, id);
      if (actual.pausado === pausado) return actual;
      return this.programas.in(tx).save(caller, { ...actual, pausado, version: actual.version + 1 });
    });
    return this.uno(fila);
  }

  async uno(fila: ProgramaEntity): Promise<Programa> {
    const [programa] = await this.conResumen([fila]);
    if (!programa) throw noEncontrado();
    return programa;
  }

  /** A transaction that changes programs of a company: its turns are planned anew as soon as it commits. */
  private async escribir<T>(empresa_id: number, write: (tx: EntityManager) => Promise<T>): Promise<T> {
    const result = await this.db.transaction(async (tx) => {
      await this.planner.changed(tx, empresa_id);
      return write(tx);
    });
    await this.planner.nudge();
    return result;
  }

  private async conResumen(filas: readonly ProgramaEntity[]): Promise<Programa[]> {
    const resumenes: Resumen[] = await this.db.query(RESUMEN, [filas.map(({ id }) => id), Date.now()]);
    const porId = new Map(resumenes.map((resumen) => [resumen.programa_id, resumen]));
    return filas.map((fila) => {
      const resumen = porId.get(fila.id);
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
   * What no event has told of yet is asked for: a switch can be used as soon as its creation was answered.
   * @throws AppError `no_encontrado` unless everything that the program names is of the company
   */
  private async exigirPasos({ empresa_id, pasos, omitir }: ProgramaGuardar): Promise<void> {
    const switches = new Set([...pasos, ...(omitir ?? [])].flatMap(({ switch_id }) => switch_id ?? []));
    const dispositivos = new Set(pasos.flatMap(({ dispositivo_id }) => dispositivo_id ?? []));
    const [row]: { n: number }[] = await this.db.query(
      `SELECT (SELECT count(*) FROM switches WHERE empresa_id = $1 AND id = ANY($2))::int
         + (SELECT count(*) FROM dispositivos WHERE empresa_id = $1 AND id = ANY($3))::int AS n`,
      [empresa_id, [...switches], [...dispositivos]],
    );
    if (row?.n === switches.size + dispositivos.size) return;
    const pedido = { empresa_id, switches: [...switches], dispositivos: [...dispositivos] };
    await this.bus.call('inventario.verificar', pedido, sistema('automation'));
  }
}

const targetOf = (objeto: Parameters<typeof idDe>[0]) =>
  esSwitch(objeto)
    ? { switch_id: idDe(objeto), dispositivo_id: null }
    : { switch_id: null, dispositivo_id: idDe(objeto) };

const viaOf = (finca: FincaConocida, objeto: Parameters<typeof idDe>[0]) =>
  esSwitch(objeto) && finca.switches.get(idDe(objeto))?.porPlaca === true ? 'placa' : 'servicio';

/** @throws AppError `datos_invalidos` */
const columnsOf = (
  pedido: ProgramaGuardar,
): Pick<ProgramaEntity, 'empresa_id' | 'nombre' | 'activo'> & { definicion: Definicion } => {
  const faltas = faltasDePrograma(pedido);
  if (faltas.length > 0) {
    const detalles = faltas.map(({ campo, mensaje }) => ({ campo: `body.${campo}`, mensaje }));
    throw new AppError('datos_invalidos', { detalles });
  }
  const { empresa_id, nombre, activo, version: _, ...definicion } = pedido;
  return { empresa_id, nombre, activo, definicion };
};
