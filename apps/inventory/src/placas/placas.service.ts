import { Bus } from '@acequia/bus';
import {
  AppError,
  CREDENCIAL_ANTERIOR_MS,
  CREDENCIALES_ANTERIORES,
  type CredencialAnterior,
  sistema,
  type AccionAuditada,
  type Caller,
  type CallRequest,
  type Placa,
  type PlacaConexion,
  type PlacaCredencial,
  type PlacaGuardar,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { exigirAdmin, exigirEmpresa, exigirGlobal } from '../acceso.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { porTandas, ESPERA_GATEWAY_MS } from '../device-gateway.js';
import { Credenciales } from './credenciales.js';
import { bloquearNumeros, numerosLibres } from './numeros-libres.js';
import type { PlacaEntity } from './placa.entity.js';
import { PlacasEventos, retratoDePlaca } from './placas.eventos.js';
import { PlacasRepository } from './placas.repository.js';

@Injectable()
export class PlacasService {
  constructor(
    private readonly placas: PlacasRepository,
    private readonly eventos: PlacasEventos,
    private readonly empresas: EmpresasService,
    private readonly credenciales: Credenciales,
    private readonly bus: Bus,
  ) {}

  /** Boards with their link as device-gateway knows it. @throws AppError `servicio_no_disponible` when it cannot say. */
  async listar(caller: Caller, pedida: number | undefined): Promise<Placa[]> {
    exigirAdmin(caller);
    const empresa_id = await this.empresas.pedida(caller, pedida);
    const placas = await this.placas.listar(caller, empresa_id);
    const [switches, conexiones] = await Promise.all([this.placas.contarSwitches(placas), this.conexiones(placas)]);
    return placas.map((placa) => enLista(placa, switches.get(placa.placa_id) ?? 0, conexiones.get(placa.placa_id)));
  }

  /** Registers boards and issues their credentials, which nobody sees again. */
  async registrar(caller: Caller, pedido: CallRequest<'placas.registrar'>): Promise<PlacaCredencial[]> {
    exigirGlobal(caller);
    const { empresa_id, nombre, sitio, dialecto } = pedido;
    return this.empresas.escribir([empresa_id], async (tx) => {
      await bloquearNumeros(tx);
      const numeros = pedido.id === null ? await numerosLibres(tx, pedido.cantidad) : [pedido.id];
      if (pedido.id !== null && (await this.placas.in(tx).count(caller, { numero: pedido.id })) > 0)
        throw new AppError('numero_de_placa_ocupado');
      const emitidas = numeros.map((numero) => ({ numero, ...this.credenciales.emitir() }));
      const placas = await this.placas.insertar(
        tx,
        caller,
        emitidas.map(({ numero, columnas }) => ({ numero, empresa_id, nombre, sitio, dialecto, ...columnas })),
      );
      await this.eventos.guardadas(
        tx,
        caller,
        'placa.registrar',
        placas.map((placa) => ({ antes: null, placa })),
      );
      const passwords = new Map(emitidas.map(({ numero, password }) => [numero, password]));
      return placas.map((placa) => credencialDe(placa, passwords.get(placa.numero) ?? ''));
    });
  }

  async actualizar(caller: Caller, placa_id: number, { nombre, sitio }: PlacaGuardar): Promise<Placa> {
    exigirAdmin(caller);
    const placa = await this.cambiar(caller, placa_id, 'placa.actualizar', () => ({
      ...(nombre !== undefined && { nombre }),
      ...(sitio !== undefined && { sitio }),
    }));
    const [switches, conexiones] = await Promise.all([this.placas.contarSwitches([placa]), this.conexiones([placa])]);
    return enLista(placa, switches.get(placa_id) ?? 0, conexiones.get(placa_id));
  }

  /**
   * New credentials. The old ones let the board in until it has used the new ones, for a day at most, so that it is not lost
   * before somebody has gone there; those of a revoked board stay ended.
   */
  async renovarCredencial(caller: Caller, placa_id: number): Promise<PlacaCredencial> {
    exigirAdmin(caller);
    const { password, columnas } = this.credenciales.emitir();
    const placa = await this.cambiar(caller, placa_id, 'placa.renovar_credencial', (previa) => ({
      ...columnas,
      credenciales_anteriores: this.credenciales.conviven ? anterioresDe(previa, Date.now()) : [],
      revocada: 0,
    }));
    return credencialDe(placa, password);
  }

  /** Ends a board's credentials, old and new: device-gateway cuts it off when it hears of it. */
  async revocar(caller: Caller, placa_id: number): Promise<void> {
    exigirAdmin(caller);
    await this.cambiar(caller, placa_id, 'placa.revocar', () => ({ revocada: 1, credenciales_anteriores: [] }));
  }

  /** @throws AppError `placa_en_uso` while it has switches. */
  async eliminar(caller: Caller, placa_id: number): Promise<void> {
    exigirGlobal(caller);
    const { empresa_id } = await this.placas.getOrFail(caller, placa_id);
    await this.empresas.escribir([empresa_id], async (tx) => {
      const placa = await this.placas.in(tx).getOrFail(caller, placa_id);
      if (await this.placas.tieneSwitches(tx, placa_id)) throw new AppError('placa_en_uso');
      await this.placas.in(tx).delete(caller, { placa_id });
      await this.eventos.eliminadas(tx, caller, [placa]);
    });
  }

  /**
   * The boards with these numbers, for switches of these companies, within {@link EmpresasService.escribir}.
   * An admin_global who types an unknown number registers the board, without credentials yet; for anybody else an
   * absent board and a foreign one are the same. @throws AppError `placa_no_disponible`.
   */
  async paraSwitches(
    tx: EntityManager,
    caller: Caller,
    pedidas: readonly { numero: number; empresa_id: number }[],
  ): Promise<Map<number, PlacaEntity>> {
    const numeros = [...new Set(pedidas.map((pedida) => pedida.numero))];
    let placas = await this.placas.in(tx).porNumeros(caller, numeros);
    if (numeros.some((numero) => !placas.has(numero)) && puedeRegistrar(caller)) {
      await bloquearNumeros(tx);
      placas = await this.placas.in(tx).porNumeros(caller, numeros);
      await this.registrarTecleadas(tx, caller, pedidas, placas);
    }
    pedidas.forEach(({ numero, empresa_id }, i) => {
      const placa = placas.get(numero);
      if (placa?.empresa_id === empresa_id) return;
      const { texto } = new AppError('placa_no_disponible');
      throw new AppError('placa_no_disponible', {
        detalles: [{ campo: `body.switches.${i}.dispositivo_id`, mensaje: texto }],
      });
    });
    return placas;
  }

  /** All boards of a company that is going, within the transaction of its end. */
  async borrarDeEmpresa(tx: EntityManager, caller: Caller, empresa_id: number): Promise<void> {
    const placas = await this.placas.in(tx).listar(caller, empresa_id);
    await this.placas.in(tx).delete(caller, { empresa_id });
    await this.eventos.eliminadas(tx, caller, placas);
  }

  private async registrarTecleadas(
    tx: EntityManager,
    caller: Caller,
    pedidas: readonly { numero: number; empresa_id: number }[],
    placas: Map<number, PlacaEntity>,
  ): Promise<void> {
    const nuevas = new Map(
      pedidas.filter(({ numero }) => !placas.has(numero)).map(({ numero, empresa_id }) => [numero, empresa_id]),
    );
    const registradas = await this.placas.insertar(
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
    for (const placa of registradas) placas.set(placa.numero, placa);
    await this.eventos.guardadas(
      tx,
      caller,
      'placa.registrar',
      registradas.map((placa) => ({ antes: null, placa })),
    );
  }

  private async cambiar(
    caller: Caller,
    placa_id: number,
    accion: AccionAuditada,
    cambio: (previa: PlacaEntity) => Partial<Cambiables>,
  ): Promise<PlacaEntity> {
    const { empresa_id } = await this.placas.getOrFail(caller, placa_id);
    exigirEmpresa(caller, empresa_id);
    return this.empresas.escribir([empresa_id], async (tx) => {
      const previa = await this.placas.in(tx).getOrFail(caller, placa_id);
      const antes = retratoDePlaca(previa);
      const placa = await this.placas
        .in(tx)
        .save(caller, { ...previa, ...cambio(previa), version: previa.version + 1 });
      await this.eventos.guardadas(tx, caller, accion, [{ antes, placa }]);
      return placa;
    });
  }

  private async conexiones(placas: readonly PlacaEntity[]): Promise<Map<number, PlacaConexion>> {
    const respuestas = await porTandas(
      placas.map((placa) => placa.placa_id),
      (ids) =>
        this.bus.call('placas.conexion', { placas: ids }, sistema('inventory'), { timeout_ms: ESPERA_GATEWAY_MS }),
    );
    return new Map(respuestas.map((conexion) => [conexion.placa_id, conexion]));
  }
}

type Cambiables = Pick<
  PlacaEntity,
  'nombre' | 'sitio' | 'credencial_sha256' | 'credencial_cifrada' | 'credenciales_anteriores' | 'revocada'
>;

/** A password that was issued and may never have reached the board is kept like the one before it. */
const anterioresDe = (previa: PlacaEntity, now: number): CredencialAnterior[] => {
  if (previa.revocada === 1 || previa.credencial_sha256 === null) return [];
  const vigentes = previa.credenciales_anteriores.filter(({ hasta }) => hasta > now);
  const ultima = { sha256: previa.credencial_sha256, hasta: now + CREDENCIAL_ANTERIOR_MS };
  return [ultima, ...vigentes].slice(0, CREDENCIALES_ANTERIORES);
};

const puedeRegistrar = (caller: Caller): boolean => caller.tipo === 'sistema' || caller.rol === 'admin_global';

const credencialDe = ({ numero, placa_id, dialecto }: PlacaEntity, password: string): PlacaCredencial => ({
  id: numero,
  placa_id,
  username: String(numero),
  password,
  dialecto,
});

/** A board that device-gateway has not met was never seen. */
const enLista = (placa: PlacaEntity, switches: number, conexion: PlacaConexion | undefined): Placa => ({
  id: placa.numero,
  placa_id: placa.placa_id,
  empresa_id: placa.empresa_id,
  nombre: placa.nombre,
  sitio: placa.sitio,
  modelo: placa.modelo,
  dialecto: placa.dialecto,
  revocada: placa.revocada,
  credencial_definida: placa.credencial_sha256 === null ? 0 : 1,
  switches,
  online: conexion?.online ?? 0,
  ultimo_visto: conexion?.ultimo_visto ?? null,
  fw: conexion?.fw ?? null,
  rssi: conexion?.rssi ?? null,
  reloj_adelantado: conexion?.reloj_adelantado ?? 0,
  consumo: conexion?.consumo ?? null,
});
