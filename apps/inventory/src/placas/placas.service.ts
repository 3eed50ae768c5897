import { Bus } from '@acequia/bus';
import {
  AppError,
  CREDENCIAL_ANTERIOR_MS,
  notFound,
  PREVIOUS_CREDENTIALS,
  type CredencialAnterior,
  sistema,
  type AuditedAction,
  type Caller,
  type CallRequest,
  type Placa,
  type PlacaConnection,
  type PlacaCredencial,
  type PlacaSave,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa, requireGlobal } from '../access.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { byBatches, WAIT_GATEWAY_MS } from '../device-gateway.js';
import { Credentials } from './credentials.js';
import { lockNumbers, freeNumbers } from './free-numbers.js';
import type { PlacaEntity } from './placa.entity.js';
import { PuntosService } from '../puntos/puntos.service.js';
import { PlacasEvents, placaPortrait } from './placas.eventos.js';
import { PlacasRepository, type StoredPlaca } from './placas.repository.js';

@Injectable()
export class PlacasService {
  constructor(
    private readonly placas: PlacasRepository,
    private readonly events: PlacasEvents,
    private readonly empresas: EmpresasService,
    private readonly credentials: Credentials,
    private readonly puntos: PuntosService,
    private readonly bus: Bus,
  ) {}

  /** Boards with their link from device-gateway. @throws AppError `servicio_no_disponible` when device-gateway does not answer. */
  async list(caller: Caller, { empresa_id: requested, ...pagina }: CallRequest<'placas.listar'>): Promise<Placa[]> {
    requireAdmin(caller);
    const empresa_id = await this.empresas.requested(caller, requested);
    return this.withConnection(await this.placas.page(caller, { empresa_id, ...pagina }));
  }

  /** Registers boards and issues their credentials, which are shown only once. */
  async registrar(caller: Caller, request: CallRequest<'placas.registrar'>): Promise<PlacaCredencial[]> {
    requireGlobal(caller);
    return this.empresas.write([request.empresa_id], (tx) => this.registerIn(tx, caller, request));
  }

  /** Within a transaction that holds the company's lock. */
  async registerIn(
    tx: EntityManager,
    caller: Caller,
    request: CallRequest<'placas.registrar'>,
  ): Promise<PlacaCredencial[]> {
    requireGlobal(caller);
    const { empresa_id, nombre, sitio, dialecto } = request;
    await lockNumbers(tx);
    const numbers = request.id === null ? await freeNumbers(tx, request.cantidad) : [request.id];
    if (request.id !== null && (await this.placas.in(tx).count(caller, { numero: request.id })) > 0)
      throw new AppError('numero_de_placa_ocupado');
    const emitted = numbers.map((numero) => ({ numero, ...this.credentials.emit() }));
    const placas = await this.placas.insert(
      tx,
      caller,
      emitted.map(({ numero, columnas }) => ({ numero, empresa_id, nombre, sitio, dialecto, ...columnas })),
    );
    await this.events.saved(
      tx,
      caller,
      'placa.registrar',
      placas.map((placa) => ({ antes: null, placa })),
    );
    const passwords = new Map(emitted.map(({ numero, password }) => [numero, password]));
    return placas.map((placa) => credencialDe(placa, passwords.get(placa.numero) ?? ''));
  }

  async actualizar(caller: Caller, placa_id: number, { nombre, sitio }: PlacaSave): Promise<Placa> {
    requireAdmin(caller);
    await this.change(caller, placa_id, 'placa.actualizar', () => ({
      ...(nombre !== undefined && { nombre }),
      ...(sitio !== undefined && { sitio }),
    }));
    const [placa] = await this.withConnection(await this.placas.page(caller, { empresa_id: null, placa_id }));
    if (!placa) throw notFound();
    return placa;
  }

  /**
   * Issues new credentials. The old ones stay valid until the board has used the new ones, for a day at most, so that the board stays
   * online until somebody has visited it. The credentials of a revoked board stay invalid.
   */
  async renewCredential(caller: Caller, placa_id: number): Promise<PlacaCredencial> {
    requireAdmin(caller);
    const { password, columnas } = this.credentials.emit();
    const placa = await this.change(caller, placa_id, 'placa.renovar_credencial', (previa) => ({
      ...columnas,
      credenciales_anteriores: this.credentials.coexist ? previousOnesOf(previa, Date.now()) : [],
      revocada: 0,
    }));
    return credencialDe(placa, password);
  }

  /** Ends a board's credentials, old and new; device-gateway disconnects the board when the event arrives. */
  async revocar(caller: Caller, placa_id: number): Promise<void> {
    requireAdmin(caller);
    await this.change(caller, placa_id, 'placa.revocar', () => ({ revocada: 1, credenciales_anteriores: [] }));
  }

  /** @throws AppError `placa_en_uso` while it has switches. */
  async eliminar(caller: Caller, placa_id: number): Promise<void> {
    requireGlobal(caller);
    const { empresa_id } = await this.placas.getOrFail(caller, placa_id);
    await this.empresas.write([empresa_id], async (tx) => {
      const placa = await this.placas.in(tx).getOrFail(caller, placa_id);
      if (await this.placas.hasSwitches(tx, placa_id)) throw new AppError('placa_en_uso');
      await this.puntos.eraseOf(tx, caller, empresa_id, placa_id);
      await this.placas.in(tx).delete(caller, { placa_id });
      await this.events.deleted(tx, caller, [placa]);
    });
  }

  /**
   * The boards with these numbers, for switches of these companies, within {@link EmpresasService.write}. An unknown number from an
   * admin_global registers a board without credentials; anybody else gets the same error for an absent and a foreign board.
   * @throws AppError `placa_no_disponible`.
   */
  async forSwitches(
    tx: EntityManager,
    caller: Caller,
    wanted: readonly { numero: number; empresa_id: number }[],
  ): Promise<Map<number, PlacaEntity>> {
    const numbers = [...new Set(wanted.map((requested) => requested.numero))];
    let placas = await this.placas.in(tx).byNumbers(caller, numbers);
    if (numbers.some((numero) => !placas.has(numero)) && canRegister(caller)) {
      await lockNumbers(tx);
      placas = await this.placas.in(tx).byNumbers(caller, numbers);
      await this.registerTyped(tx, caller, wanted, placas);
    }
    wanted.forEach(({ numero, empresa_id }, i) => {
      const placa = placas.get(numero);
      if (placa?.empresa_id === empresa_id) return;
      const { texto } = new AppError('placa_no_disponible');
      throw new AppError('placa_no_disponible', {
        detalles: [{ campo: `body.switches.${i}.dispositivo_id`, mensaje: texto }],
      });
    });
    return placas;
  }

  /** Deletes all boards of a company, within the transaction that deletes the company. */
  async eraseOfEmpresa(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const placas = await this.placas.in(tx).list(caller, empresa_id);
    await this.placas.in(tx).delete(caller, { empresa_id });
    await this.events.deleted(tx, caller, placas);
  }

  private async registerTyped(
    tx: EntityManager,
    caller: Caller,
    wanted: readonly { numero: number; empresa_id: number }[],
    placas: Map<number, PlacaEntity>,
  ): Promise<void> {
    const nuevas = new Map(
      wanted.filter(({ numero }) => !placas.has(numero)).map(({ numero, empresa_id }) => [numero, empresa_id]),
    );
    const registered = await this.placas.insert(
      tx,
      caller,
      [...nuevas].map(([numero, empresa_id]) => ({
        numero,
        empresa_id,
        nombre: '',
        sitio: '',
        dialecto: 'acequia' as const,
        credencial_sha256: null,
        credencial_cifrada: null,
      })),
    );
    for (const placa of registered) placas.set(placa.numero, placa);
    await this.events.saved(
      tx,
      caller,
      'placa.registrar',
      registered.map((placa) => ({ antes: null, placa })),
    );
  }

  private async change(
    caller: Caller,
    placa_id: number,
    accion: AuditedAction,
    cambio: (previa: PlacaEntity) => Partial<Changeable>,
  ): Promise<PlacaEntity> {
    const { empresa_id } = await this.placas.getOrFail(caller, placa_id);
    requireEmpresa(caller, empresa_id);
    return this.empresas.write([empresa_id], async (tx) => {
      const previa = await this.placas.in(tx).getOrFail(caller, placa_id);
      const antes = placaPortrait(previa);
      const placa = await this.placas
        .in(tx)
        .save(caller, { ...previa, ...cambio(previa), version: previa.version + 1 });
      await this.events.saved(tx, caller, accion, [{ antes, placa }]);
      return placa;
    });
  }

  private async withConnection(placas: readonly StoredPlaca[]): Promise<Placa[]> {
    const answers = await byBatches(
      placas.map((placa) => placa.placa_id),
      (ids) => this.bus.call('placas.conexion', { placas: ids }, sistema('inventory'), { timeout_ms: WAIT_GATEWAY_MS }),
    );
    const conexiones = new Map(answers.map((connection) => [connection.placa_id, connection]));
    return placas.map((placa) => inList(placa, conexiones.get(placa.placa_id)));
  }
}

type Changeable = Pick<
  PlacaEntity,
  'nombre' | 'sitio' | 'credencial_sha256' | 'credencial_cifrada' | 'credenciales_anteriores' | 'revocada'
>;

/** An issued password may never have reached the board, so the password before it stays valid as well. */
const previousOnesOf = (previa: PlacaEntity, now: number): CredencialAnterior[] => {
  if (previa.revocada === 1 || previa.credencial_sha256 === null) return [];
  const valid = previa.credenciales_anteriores.filter(({ hasta }) => hasta > now);
  const ultima = { sha256: previa.credencial_sha256, hasta: now + CREDENCIAL_ANTERIOR_MS };
  return [ultima, ...valid].slice(0, PREVIOUS_CREDENTIALS);
};

const canRegister = (caller: Caller): boolean => caller.tipo === 'sistema' || caller.rol === 'admin_global';

const credencialDe = ({ numero, placa_id, dialecto }: PlacaEntity, password: string): PlacaCredencial => ({
  id: numero,
  placa_id,
  username: String(numero),
  password,
  dialecto,
});

/** A board unknown to device-gateway was never seen. */
const inList = (placa: StoredPlaca, connection: PlacaConnection | undefined): Placa => ({
  id: placa.id,
  placa_id: placa.placa_id,
  empresa_id: placa.empresa_id,
  nombre: placa.nombre,
  sitio: placa.sitio,
  modelo: placa.modelo,
  dialecto: placa.dialecto,
  revocada: placa.revocada,
  credencial_definida: placa.credencial_definida,
  switches: placa.switches,
  online: connection?.online ?? 0,
  ultimo_visto: connection?.ultimo_visto ?? null,
  fw: connection?.fw ?? null,
  rssi: connection?.rssi ?? null,
  reloj_adelantado: connection?.reloj_adelantado ?? 0,
  ...(connection?.reloj_fuera === 1 && { reloj_fuera: 1 as const }),
  consumo: connection?.consumo ?? null,
});
