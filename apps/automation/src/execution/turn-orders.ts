import { Bus } from '@acequia/bus';
import { type Caller, type ComandoAccepted, type ComandoAction, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';

/** What a turn turns on: exactly one of the two. */
interface Target {
  switch_id: number | null;
  dispositivo_id: number | null;
}

interface Order {
  accion: ComandoAction;
  duracion_s?: number;
  /** Default: the service itself. */
  caller?: Caller;
  clave?: string | null;
  ip?: string;
  navegador?: string;
  /** Of the program in whose name the service orders; null = unknown. */
  programa?: string | null;
  /** Of an ON: `switch_en_reposo` when a person's newest order is an OFF after this, ms. */
  no_apagado_desde?: number;
}

/** Orders the switch or device of a turn. */
@Injectable()
export class TurnOrders {
  constructor(private readonly bus: Bus) {}

  /** Its command; null = nothing to order. @throws AppError as `switches.comandar` and `dispositivos.comandar` do */
  async send({ switch_id, dispositivo_id }: Target, order: Order): Promise<ComandoAccepted | null> {
    const { accion, duracion_s, caller = sistema('automation'), clave = null, ip = '', navegador = '' } = order;
    const { no_apagado_desde } = order;
    const asked = { accion, ...(duracion_s !== undefined && { duracion_s }), ip, navegador, no_apagado_desde };
    if (switch_id !== null)
      return this.bus.call(
        'switches.comandar',
        { id: switch_id, clave, ...asked, ...onBehalfOf(order.programa) },
        caller,
      );
    return dispositivo_id === null
      ? null
      : this.bus.call('dispositivos.comandar', { id: dispositivo_id, ...asked }, caller);
  }
}

/** How an order names its program. */
export const onBehalfOf = (nombre: string | null | undefined) =>
  nombre === null || nombre === undefined ? {} : { plan: { codigo: 'programa' as const, nombre } };
