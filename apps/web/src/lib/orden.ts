import type { AccionComando, ComandoDeSwitch, EstadoComando } from '@acequia/contracts';

/** An order given to a switch, as far as this browser knows. */
export interface OrdenDeSwitch extends Omit<ComandoDeSwitch, 'comando_id'> {
  /** Null while the server has not answered, or when it refused. */
  comando_id: string | null;
  /** Of one that got no answer: the newest order that was known when it was given, and when that was (ms). */
  tras?: { comando_id: string | null; ts: number };
}

/** How far an order has come; what nobody knows may still be settled by a board's late word. */
const AVANCE: Readonly<Record<EstadoComando, number>> = {
  solicitado: 0,
  enviado: 1,
  sin_respuesta: 2,
  vencido: 3,
  rechazado: 3,
  confirmado: 3,
};

/** True while nobody knows yet whether the board obeyed. */
export const enCamino = (orden: Pick<OrdenDeSwitch, 'estado'> | null | undefined): boolean =>
  orden?.estado === 'solicitado' || orden?.estado === 'enviado';

/** The one of two that is to be shown: an order's own next step, or the later order. */
export function masNueva<A extends OrdenDeSwitch, B extends OrdenDeSwitch>(
  una: A | null | undefined,
  otra: B | null | undefined,
): A | B | null {
  if (!una || !otra) return una ?? otra ?? null;
  if (una.comando_id === otra.comando_id) return AVANCE[otra.estado] > AVANCE[una.estado] ? otra : una;
  return otra.ts > una.ts ? otra : una;
}

/** By so much two clocks may differ that are taken for one (server-clock), ms. */
const DESFASE_MS = 2_000;

/** What the server tells of is, as far as anybody can know, the order that this browser got no answer to. */
export const esLaPerdida = (
  propia: OrdenDeSwitch | null | undefined,
  oida: ComandoDeSwitch | null | undefined,
): boolean =>
  propia?.tras !== undefined &&
  oida?.comando_id !== propia.tras.comando_id &&
  (oida?.ts ?? 0) >= propia.tras.ts - DESFASE_MS;

/**
 * What is known after a live message. An order keeps the moment it was asked for; the end of another order than the one that is
 * shown is that of an older one, told late.
 */
export function trasOir(previa: ComandoDeSwitch | null | undefined, oida: ComandoDeSwitch): ComandoDeSwitch {
  if (!previa) return oida;
  if (previa.comando_id === oida.comando_id) return masNueva(previa, { ...oida, ts: previa.ts })!;
  return enCamino(oida) ? oida : previa;
}

/** What a switch is to be after an order. */
export const ESTADO_PEDIDO: Readonly<Record<AccionComando, 0 | 1>> = { on: 1, off: 0 };
