import type { ComandoAction, ComandoDeSwitch, EstadoComando } from '@acequia/contracts';

/** An order given to a switch, as far as this browser knows. */
export interface SwitchOrder extends Omit<ComandoDeSwitch, 'comando_id'> {
  /** Null while the server has not answered, or when it refused. */
  comando_id: string | null;
  /** Of one that got no answer: the newest order that was known when it was given, and when that was (ms). */
  after?: { comando_id: string | null; ts: number };
}

/** How far an order has come; what nobody knows may still be settled by a board's late word. */
const PROGRESS: Readonly<Record<EstadoComando, number>> = {
  solicitado: 0,
  enviado: 1,
  sin_respuesta: 2,
  vencido: 3,
  rechazado: 3,
  confirmado: 3,
};

/** True while nobody knows yet whether the board obeyed. */
export const isUnderWay = (order: Pick<SwitchOrder, 'estado'> | null | undefined): boolean =>
  order?.estado === 'solicitado' || order?.estado === 'enviado';

/** The one of two that is to be shown: an order's own next step, or the later order. */
export function newerOf<A extends SwitchOrder, B extends SwitchOrder>(
  one: A | null | undefined,
  other: B | null | undefined,
): A | B | null {
  if (!one || !other) return one ?? other ?? null;
  if (one.comando_id === other.comando_id) return PROGRESS[other.estado] > PROGRESS[one.estado] ? other : one;
  return other.ts > one.ts ? other : one;
}

/** By so much two clocks may differ that are taken for one (server-clock), ms. */
const CLOCK_DIFFERENCE_MS = 2_000;

/** What the server tells of is, as far as anybody can know, the order that this browser got no answer to. */
export const isTheLostOne = (
  own: SwitchOrder | null | undefined,
  heard: ComandoDeSwitch | null | undefined,
): heard is ComandoDeSwitch =>
  own?.after !== undefined &&
  heard?.comando_id !== own.after.comando_id &&
  (heard?.ts ?? 0) >= own.after.ts - CLOCK_DIFFERENCE_MS;

/**
 * What is known after a live message. An order keeps the moment it was asked for; the end of another order than the one that is
 * shown is that of an older one, told late.
 */
export function afterHearing(previous: ComandoDeSwitch | null | undefined, heard: ComandoDeSwitch): ComandoDeSwitch {
  if (!previous) return heard;
  if (previous.comando_id === heard.comando_id) return newerOf(previous, { ...heard, ts: previous.ts })!;
  return isUnderWay(heard) ? heard : previous;
}

/** What a switch is to be after an order. */
export const WANTED_STATE: Readonly<Record<ComandoAction, 0 | 1>> = { on: 1, off: 0 };
