import { Bus } from '@acequia/bus';
import {
  AppError,
  boardFollows,
  type Caller,
  isByFlow,
  magnitudOf,
  notFound,
  type Proteccion,
  proteccionFaults,
  PROTECCION_LIMITES,
  type ProteccionSave,
  type ProteccionesDePlaca,
  sistema,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { byBatches, WAIT_GATEWAY_MS } from '../device-gateway.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { invalid, requireSound } from '../invalid.js';
import { texts } from '../textos.js';
import { inContract, type ProteccionEntity } from './proteccion.entity.js';
import { type ProteccionAction, ProteccionesEvents } from './protecciones.eventos.js';
import { ProteccionesRepository } from './protecciones.repository.js';

type Columnas = Omit<ProteccionEntity, 'id' | 'omitida_hasta' | 'soltada' | 'version' | 'creado_en' | 'actualizado_en'>;

/** Manages protections; their boards or device-gateway keep them, and that knows what acted. */
@Injectable()
export class ProteccionesService {
  constructor(
    private readonly protecciones: ProteccionesRepository,
    private readonly events: ProteccionesEvents,
    private readonly empresas: EmpresasService,
    private readonly bus: Bus,
  ) {}

  async list(caller: Caller, requested: number | undefined): Promise<Proteccion[]> {
    requireAdmin(caller);
    const empresa_id = await this.empresas.requested(caller, requested);
    return this.withBoards(await this.protecciones.list(caller, empresa_id));
  }

  /** @throws AppError `datos_invalidos`; `no_encontrado` for a point or switch outside the company */
  async crear(caller: Caller, request: ProteccionSave): Promise<Proteccion> {
    requireAdmin(caller);
    requireEmpresa(caller, request.empresa_id);
    requireSound(proteccionFaults(request));
    const fila = await this.empresas.write([request.empresa_id], async (tx) => {
      const columnas = await this.columnsOf(tx, request);
      if ((await this.protecciones.in(tx).countOf(caller, columnas.placa_id)) >= PROTECCION_LIMITES.PLACA)
        throw invalid('punto_id', texts.protecciones.full(PROTECCION_LIMITES.PLACA));
      const fresh = { ...columnas, omitida_hasta: null, soltada: 0, version: 1 };
      const fila = await this.protecciones.in(tx).save(caller, fresh);
      await this.events.saved(tx, caller, 'proteccion.crear', [{ previous: null, fila }]);
      return fila;
    });
    return this.shown(fila);
  }

  /** @throws as {@link crear}, and `version_vieja` with the current one when `version` is sent and stale */
  async actualizar(caller: Caller, id: number, request: ProteccionSave): Promise<Proteccion> {
    requireAdmin(caller);
    // Reads the row first, so that a foreign id answers like an absent one for every body.
    const { empresa_id, placa_id } = await this.protecciones.getOrFail(caller, id);
    requireEmpresa(caller, request.empresa_id);
    requireSound(proteccionFaults(request));
    if (request.empresa_id !== empresa_id) throw invalid('empresa_id', texts.protecciones.stays);
    return this.change(caller, id, 'proteccion.actualizar', async (previous, tx) => {
      if (request.version !== undefined && request.version !== previous.version)
        throw new AppError('version_vieja', { actual: await this.shown(previous) });
      const columnas = await this.columnsOf(tx, request);
      if (columnas.placa_id !== placa_id) throw invalid('punto_id', texts.protecciones.stays);
      return columnas;
    });
  }

  /** Makes its board leave it out for some minutes; 0 ends that. */
  async bypass(caller: Caller, id: number, minutos: number): Promise<Proteccion> {
    const omitida_hasta = minutos === 0 ? null : new Date(Date.now() + minutos * 60_000);
    return this.change(caller, id, 'proteccion.omitir', () => ({ omitida_hasta }));
  }

  /** Only of one that is known to have acted: the board may hear of it later, and must not let go what nobody has seen. */
  async letGo(caller: Caller, id: number): Promise<Proteccion> {
    requireAdmin(caller);
    const current = await this.shown(await this.protecciones.getOrFail(caller, id));
    if (current.disparada === null) return current;
    return this.change(caller, id, 'proteccion.soltar', ({ soltada }) => ({ soltada: soltada + 1 }));
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = await this.protecciones.getOrFail(caller, id);
    await this.empresas.write([empresa_id], async (tx) => {
      await this.erase(tx, caller, [await this.protecciones.in(tx).getOrFail(caller, id)]);
    });
  }

  /** Removes deleted switches, within the transaction that deletes them. One that turns nothing off any more is deleted too. */
  async removeSwitches(tx: EntityManager, caller: Caller, empresa_id: number, ids: readonly number[]): Promise<void> {
    const gone = new Set(ids);
    const cambios: { previous: ProteccionEntity; fila: ProteccionEntity }[] = [];
    for (const previous of await this.protecciones.in(tx).ofSwitches(caller, empresa_id, ids)) {
      const apaga = previous.apaga.filter((one) => !gone.has(one));
      const valvula_ids = previous.valvula_ids.filter((one) => !gone.has(one));
      // Without the switch that it went with, or valves, nobody knows when to watch.
      const watchesNothing = isByFlow(previous.cuando) && valvula_ids.length === 0;
      if (
        apaga.length === 0 ||
        watchesNothing ||
        (previous.con_switch_id !== null && gone.has(previous.con_switch_id))
      ) {
        await this.erase(tx, caller, [previous]);
        continue;
      }
      const next = { ...previous, apaga, valvula_ids, version: previous.version + 1 };
      cambios.push({ previous, fila: await this.protecciones.in(tx).save(caller, next) });
    }
    await this.events.saved(tx, caller, 'proteccion.actualizar', cambios);
  }

  /** Deletes those of deleted points, within the transaction that deletes them. */
  async erasePoints(tx: EntityManager, caller: Caller, puntos: readonly number[]): Promise<void> {
    await this.erase(tx, caller, await this.protecciones.in(tx).ofPoints(caller, puntos));
  }

  private async erase(tx: EntityManager, caller: Caller, rows: readonly ProteccionEntity[]): Promise<void> {
    for (const { id } of rows) await this.protecciones.in(tx).delete(caller, { id });
    await this.events.deleted(tx, caller, rows);
  }

  private async change(
    caller: Caller,
    id: number,
    accion: ProteccionAction,
    next: (
      previous: ProteccionEntity,
      tx: EntityManager,
    ) => Partial<ProteccionEntity> | Promise<Partial<ProteccionEntity>>,
  ): Promise<Proteccion> {
    requireAdmin(caller);
    const { empresa_id } = await this.protecciones.getOrFail(caller, id);
    const fila = await this.empresas.write([empresa_id], async (tx) => {
      const previous = await this.protecciones.in(tx).getOrFail(caller, id);
      const nueva = { ...previous, ...(await next(previous, tx)), version: previous.version + 1 };
      const saved = await this.protecciones.in(tx).save(caller, nueva);
      await this.events.saved(tx, caller, accion, [{ previous, fila: saved }]);
      return saved;
    });
    return this.shown(fila);
  }

  /** `placa_id`: of the board that may judge it, else that of its point or first switch. @throws AppError `datos_invalidos`, `no_encontrado` */
  private async columnsOf(tx: EntityManager, { version: _, ...request }: ProteccionSave): Promise<Columnas> {
    const { empresa_id, punto_id, cuando, valvula_ids, apaga, con_switch_id } = request;
    const point = await this.protecciones.requirePoint(tx, empresa_id, punto_id);
    const switches = [...new Set([...apaga, ...valvula_ids, ...(con_switch_id === null ? [] : [con_switch_id])])];
    const boards = await this.protecciones.boardsOf(tx, empresa_id, switches);
    const byFlow = isByFlow(cuando);
    const counts = magnitudOf(point.magnitud).clase === 'contador';
    if (byFlow !== counts || (byFlow && point.magnitud !== 'volumen'))
      throw invalid('punto_id', byFlow ? texts.protecciones.needsCounter : texts.protecciones.counter);
    const isOwn = point.placa_id !== null && point.dialecto === 'acequia' && boardFollows(point.fuente, point.magnitud);
    const placa_id = isOwn && boards.size === 1 && boards.has(point.placa_id!) ? point.placa_id : null;
    const unsaid =
      placa_id !== null && byFlow && cuando !== 'fuga' ? await this.protecciones.withoutFlow(tx, valvula_ids) : [];
    if (unsaid.length > 0) throw invalid('valvula_ids', texts.protecciones.withoutFlow(unsaid.join(', ')));
    const of = placa_id ?? point.placa_id ?? (await this.protecciones.boardOf(tx, Math.min(...apaga)));
    return { ...request, placa_id: of, apaga: ordered(apaga), valvula_ids: ordered(valvula_ids) };
  }

  private async shown(fila: ProteccionEntity): Promise<Proteccion> {
    const [one] = await this.withBoards([fila]);
    if (!one) throw notFound();
    return one;
  }

  /** With what their boards say, as far as device-gateway answers. */
  private async withBoards(rows: readonly ProteccionEntity[]): Promise<Proteccion[]> {
    const placas = [...new Set(rows.map(({ placa_id }) => placa_id))];
    const told = await byBatches<ProteccionesDePlaca>(placas, (ids) =>
      this.bus.call('protecciones.estado', { placas: ids }, sistema('inventory'), { timeout_ms: WAIT_GATEWAY_MS }),
    ).catch(() => []);
    const boards = new Map(told.map((one) => [one.placa_id, one]));
    return rows.map((fila) => {
      const board = boards.get(fila.placa_id);
      const trip = board?.disparadas.find(({ id }) => id === fila.id);
      const disparada = trip ? { desde: trip.desde, ...(trip.caudal && { caudal: trip.caudal }) } : null;
      return { ...inContract(fila), estado: estadoOf(fila, board), disparada };
    });
  }
}

const ordered = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

const estadoOf = ({ id, activa }: ProteccionEntity, board: ProteccionesDePlaca | undefined): Proteccion['estado'] => {
  if (!board || activa === 0) return null;
  if (!board.lleva.includes(id)) return 'por_servicio';
  return board.tomadas ? 'en_placa' : 'por_tomar';
};
