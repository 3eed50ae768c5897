import { Bus } from '@acequia/bus';
import {
  AppError,
  type Caller,
  type CallRequest,
  isOfStatus,
  notFound,
  type Punto,
  puntoFaults,
  PUNTOS_API,
  PUNTOS_PLACA,
  type PuntoSave,
  sistema,
  STATUS_CADA_S,
  wiresOf,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { byBatches, WAIT_GATEWAY_MS } from '../device-gateway.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { invalid, requireSound } from '../invalid.js';
import { ProteccionesService } from '../protecciones/protecciones.service.js';
import { texts } from '../textos.js';
import { inContract, type PuntoEntity } from './punto.entity.js';
import { PuntosEvents } from './puntos.eventos.js';
import { PuntosRepository } from './puntos.repository.js';
import { sourceKey } from './source.js';

/** Manages points of measurement. Their values are telemetry-history's, their last value is device-gateway's. */
@Injectable()
export class PuntosService {
  constructor(
    private readonly puntos: PuntosRepository,
    private readonly events: PuntosEvents,
    private readonly empresas: EmpresasService,
    private readonly protecciones: ProteccionesService,
    private readonly bus: Bus,
  ) {}

  /** With the last values that device-gateway knows. */
  async list(caller: Caller, { empresa_id: requested, placa_id }: CallRequest<'puntos.listar'>): Promise<Punto[]> {
    requireAdmin(caller);
    const empresa_id = await this.empresas.requested(caller, requested);
    if (placa_id !== undefined) requireEmpresa(caller, await this.puntos.companyOf(placa_id));
    return this.withValues(await this.puntos.list(caller, { empresa_id, placa_id }));
  }

  /** @throws AppError `datos_invalidos`; `pin_ocupado`; `no_encontrado` for a board or switch outside the company */
  async crear(caller: Caller, request: PuntoSave): Promise<Punto> {
    requireAdmin(caller);
    requireEmpresa(caller, request.empresa_id);
    requireSound(puntoFaults(request));
    const fila = await this.empresas.write([request.empresa_id], async (tx) => {
      await this.requireRoom(tx, caller, request);
      await this.requireFarm(tx, caller, request, null);
      const n = await this.numberFor(tx, request.placa_id);
      const fila = await this.puntos.in(tx).save(caller, { ...NOTHING_SAID, ...columnsOf(request), n, version: 1 });
      await this.events.saved(tx, caller, [{ previous: null, fila }]);
      return fila;
    });
    return this.shown(fila);
  }

  /** @throws as {@link crear}, and `version_vieja` with the current point when `version` is sent and stale */
  async actualizar(caller: Caller, id: number, request: PuntoSave): Promise<Punto> {
    requireAdmin(caller);
    // Reads the row first, so that a foreign id answers like an absent one for every body.
    const { empresa_id } = await this.puntos.getOrFail(caller, id);
    requireEmpresa(caller, request.empresa_id);
    requireSound(puntoFaults(request));
    const fila = await this.empresas.write([empresa_id], async (tx) => {
      const previous = await this.puntos.in(tx).getOrFail(caller, id);
      if (request.version !== undefined && request.version !== previous.version)
        throw new AppError('version_vieja', { actual: inContract(previous) });
      await this.requireFarm(tx, caller, request, id);
      requireSame(previous, request);
      const nueva = { ...previous, ...columnsOf(request), version: previous.version + 1 };
      const fila = await this.puntos.in(tx).save(caller, nueva);
      await this.events.saved(tx, caller, [{ previous, fila }]);
      return fila;
    });
    return this.shown(fila);
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = await this.puntos.getOrFail(caller, id);
    await this.empresas.write([empresa_id], async (tx) => {
      const fila = await this.puntos.in(tx).getOrFail(caller, id);
      await this.protecciones.erasePoints(tx, caller, [id]);
      await this.puntos.in(tx).delete(caller, { id });
      await this.events.deleted(tx, caller, [fila]);
    });
  }

  /** @throws AppError `pin_ocupado` when a point reads one of these pins; `campo` names it in the request */
  async requireUnread(
    tx: EntityManager,
    caller: Caller,
    uses: readonly { placa_id: number; pin: number; campo: string }[],
  ): Promise<void> {
    const points = await this.puntos.in(tx).ofBoards(caller, [...new Set(uses.map(({ placa_id }) => placa_id))]);
    for (const { placa_id, pin, campo } of uses) {
      const reader = points.find((one) => one.placa_id === placa_id && wiresOf(one.fuente).pins.includes(pin));
      if (!reader) continue;
      const mensaje = texts.puntos.readsPin(pin, reader.nombre);
      throw new AppError('pin_ocupado', { texto: mensaje, detalles: [{ campo, mensaje }] });
    }
  }

  /** Takes deleted switches out of what points measure, within the transaction that deletes them. */
  async forgetSwitches(tx: EntityManager, caller: Caller, empresa_id: number, ids: readonly number[]): Promise<void> {
    const gone = new Set(ids);
    const changes: { previous: PuntoEntity; fila: PuntoEntity }[] = [];
    for (const previous of await this.puntos.in(tx).measuring(caller, empresa_id, ids)) {
      const mide = previous.mide.filter((id) => !gone.has(id));
      const fila = await this.puntos.in(tx).save(caller, { ...previous, mide, version: previous.version + 1 });
      changes.push({ previous, fila });
    }
    await this.events.saved(tx, caller, changes);
  }

  /** Deletes all points of a company, or of one of its boards, within the transaction that deletes that. */
  async eraseOf(tx: EntityManager, caller: Caller, empresa_id: number, placa_id?: number): Promise<void> {
    const rows = await this.puntos.in(tx).list(caller, { empresa_id, placa_id });
    await this.protecciones.erasePoints(
      tx,
      caller,
      rows.map(({ id }) => id),
    );
    for (const { id } of rows) await this.puntos.in(tx).delete(caller, { id });
    await this.events.deleted(tx, caller, rows);
  }

  private async shown(fila: PuntoEntity): Promise<Punto> {
    const [punto] = await this.withValues([fila]);
    if (!punto) throw notFound();
    return punto;
  }

  private async withValues(rows: readonly PuntoEntity[]): Promise<Punto[]> {
    const boards = [...new Set(rows.flatMap(({ placa_id }) => placa_id ?? []))];
    const numbers = await this.puntos.boardNumbers(boards);
    const told = await byBatches(
      rows.map(({ id }) => id),
      (puntos) => this.bus.call('puntos.ultimos', { puntos }, sistema('inventory'), { timeout_ms: WAIT_GATEWAY_MS }),
    ).catch(() => []);
    const values = new Map(told.map((one) => [one.punto_id, one]));
    return rows.flatMap((fila) => {
      const dispositivo_id = fila.placa_id === null ? null : numbers.get(fila.placa_id);
      const { valor, ts } = values.get(fila.id) ?? { valor: null, ts: null };
      // A board that was deleted meanwhile has taken its points along.
      return dispositivo_id === undefined ? [] : [{ ...inContract(fila), dispositivo_id, valor, ts }];
    });
  }

  /** @throws AppError `datos_invalidos` */
  private async requireRoom(tx: EntityManager, caller: Caller, { empresa_id, placa_id }: PuntoSave): Promise<void> {
    const count = await this.puntos.in(tx).countOf(caller, empresa_id, placa_id);
    if (placa_id === null && count >= PUNTOS_API) throw invalid('fuente', texts.puntos.fullCompany(PUNTOS_API));
    if (placa_id !== null && count >= PUNTOS_PLACA) throw invalid('placa_id', texts.puntos.full(PUNTOS_PLACA));
  }

  /** Its number on its board; null without one. @throws AppError `datos_invalidos` */
  private async numberFor(tx: EntityManager, placa_id: number | null): Promise<number | null> {
    if (placa_id === null) return null;
    const n = await this.puntos.nextNumber(tx, placa_id);
    if (n === null) throw invalid('placa_id', texts.puntos.numbersSpent);
    return n;
  }

  private async requireFarm(
    tx: EntityManager,
    caller: Caller,
    { empresa_id, placa_id, fuente, mide, cada_s }: PuntoSave,
    own: number | null,
  ): Promise<void> {
    if (mide) await this.puntos.requireSwitches(tx, empresa_id, mide.switch_ids);
    // A program may send to as many as it likes.
    if (fuente.tipo === 'api') return;
    if (fuente.tipo === 'centinela' && !(await this.puntos.isMeter(tx, empresa_id, fuente.dispositivo_id)))
      throw invalid('fuente.dispositivo_id', texts.puntos.noMeter);
    // requireSound has refused a board for what has none.
    if (placa_id !== null) {
      const { dialecto } = await this.puntos.requireBoard(tx, empresa_id, placa_id);
      const isOwn = dialecto === 'acequia';
      const ofAny = fuente.tipo === 'sensor';
      const fits = ofAny || (isOwn ? fuente.tipo === 'placa' || isOfStatus(fuente) : fuente.tipo === 'mensaje');
      if (!fits) throw invalid('fuente', texts.puntos.otherFirmware);
      if (isOwn && isOfStatus(fuente) && cada_s < STATUS_CADA_S) throw invalid('cada_s', texts.puntos.statusHourly);
    }
    if (fuente.tipo === 'sensor' && placa_id !== null && !(await this.puntos.isSensor(tx, placa_id, fuente.pin)))
      throw invalid('fuente.pin', texts.puntos.noSensor(fuente.pin));
    const others = (await this.puntos.in(tx).list(caller, { empresa_id, placa_id })).filter(({ id }) => id !== own);
    const rival = others.find((one) => sourceKey(one.fuente) === sourceKey(fuente));
    if (rival) throw invalid('fuente', texts.puntos.sourceTaken(rival.nombre));
    if (fuente.tipo !== 'placa' || placa_id === null) return;
    const { pins, bus } = wiresOf(fuente);
    for (const pin of pins) {
      const [user] = await this.puntos.usersOfPin(tx, placa_id, pin);
      const reader = others.find((one) => wiresOf(one.fuente).pins.includes(pin) && wiresOf(one.fuente).bus !== bus);
      if (user === undefined && !reader) continue;
      const mensaje =
        user !== undefined ? texts.puntos.pinTaken(pin, user) : texts.puntos.readsPin(pin, reader!.nombre);
      const campo = 'pin' in fuente ? 'body.fuente.pin' : 'body.fuente.driver';
      throw new AppError('pin_ocupado', { texto: mensaje, detalles: [{ campo, mensaje }] });
    }
  }
}

const NOTHING_SAID = { concesion_m3: null, vuelta: null };
/** What older clients do not send. */
type Newer = keyof typeof NOTHING_SAID;

type Columnas = Omit<PuntoEntity, 'id' | 'n' | 'version' | 'creado_en' | 'actualizado_en' | Newer> &
  Partial<Pick<PuntoEntity, Newer>>;

/** What its stored values mean cannot change: for that there is another point. @throws AppError `datos_invalidos` */
const requireSame = (previous: PuntoEntity, request: PuntoSave): void => {
  for (const campo of ['empresa_id', 'placa_id', 'magnitud'] as const)
    if (previous[campo] !== request[campo]) throw invalid(campo, texts.puntos.stays);
};

const columnsOf = ({ version: _, mide, concesion_m3, vuelta, ...rest }: PuntoSave): Columnas => ({
  ...rest,
  ...(concesion_m3 !== undefined && { concesion_m3 }),
  ...(vuelta !== undefined && { vuelta }),
  mide: [...(mide?.switch_ids ?? [])].sort((a, b) => a - b),
});
