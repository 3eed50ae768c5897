import {
  AppError,
  type AccionComando,
  type Caller,
  COMANDO_VENCE_MS,
  MIN_APAGADO_S,
  type ComandoAceptado,
  maxEncendido,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { ComandoGuardado } from '../ledger/comando.js';
import { Ledger } from '../ledger/ledger.service.js';
import { DeviceAccess } from '../../registry/device-access.js';
import { LeaseStore } from '../../presence/lease.store.js';
import { BoardCourier } from './board-courier.js';
import { SwitchOrders } from './switch-orders.service.js';

/** Longest that an answer waits for its command to leave, ms. */
const SENT_WAIT_MS = 600;

export interface Pedido {
  accion: AccionComando;
  duracion_s?: number | undefined;
  clave: string | null;
  ip: string;
  navegador: string;
}

/** Commands of people to switches. */
@Injectable()
export class SwitchCommandsService {
  constructor(
    private readonly access: DeviceAccess,
    private readonly orders: SwitchOrders,
    private readonly ledger: Ledger,
    private readonly courier: BoardCourier,
    private readonly leases: LeaseStore,
  ) {}

  /** @throws AppError `no_encontrado`, `switch_bloqueado`, `switch_enclavado`, `switch_en_reposo`, `comando_rechazado` for an inactive switch, `datos_invalidos` */
  async comandar(caller: Caller, id: number, pedido: Pedido): Promise<ComandoAceptado> {
    const sw = await this.access.requireSwitch(caller, id);
    const { accion, duracion_s, clave, ip, navegador } = pedido;
    if (accion === 'on') await this.access.requireOpenCompany(caller, sw.empresa_id);
    if (accion === 'on' && sw.activo !== 1) {
      throw new AppError('comando_rechazado', { texto: 'El switch está desactivado.' });
    }
    const max_s = duracionDe(maxEncendido(sw.tipo, sw.max_encendido_s), duracion_s);
    const { placa_id } = sw;
    const usuario_id = caller.tipo === 'persona' ? caller.usuario_id : null;
    const { comando, nuevo, espera } = await this.orders.anotar({
      switch_id: id,
      empresa_id: sw.empresa_id,
      placa_id,
      pin: sw.hardware_pin,
      max_s,
      accion,
      usuario_id,
      clave,
      ip,
      navegador,
      vence_ms: COMANDO_VENCE_MS,
      min_off_s: MIN_APAGADO_S[sw.tipo],
    });
    const { comando_id, estado, detalle } = comando;
    if (nuevo && estado === 'rechazado')
      throw new AppError('switch_enclavado', { ...(detalle !== null && { texto: detalle }) });
    // What waits for a pump to stop leaves later.
    return nuevo && !espera ? this.send(comando, placa_id) : { comando_id, estado };
  }

  /** A board that is not connected is not waited for: it has until the command expires to come back. */
  private async send(comando: ComandoGuardado, placa_id: number): Promise<ComandoAceptado> {
    const here = await this.courier.reaches(placa_id);
    const there = !here && (await this.leases.online([placa_id]))[0] === true;
    // Listening comes first: it may be sent, and even answered, before the delivery returns.
    const left = this.ledger.until(comando, haSalido, here || there ? SENT_WAIT_MS : 0);
    void this.orders.entregar(placa_id);
    const { comando_id, estado } = await left;
    return { comando_id, estado };
  }
}

const haSalido = ({ estado }: ComandoGuardado): boolean => estado !== 'solicitado';

/** @throws AppError `datos_invalidos` for more than the switch may stay on */
const duracionDe = (maximo_s: number, pedida_s: number | undefined): number => {
  if (pedida_s === undefined) return maximo_s;
  if (pedida_s <= maximo_s) return pedida_s;
  const mensaje = `Este switch puede quedar encendido ${maximo_s} segundos como máximo`;
  throw new AppError('datos_invalidos', { texto: `${mensaje}.`, detalles: [{ campo: 'body.duracion_s', mensaje }] });
};
