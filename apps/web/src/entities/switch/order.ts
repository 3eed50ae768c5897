import { type ComandoAction, type ComandoDeSwitch, isFurther, isOpenComando } from '@acequia/contracts';

/** An order to a switch, as far as this browser knows. */
export interface SwitchOrder extends Omit<ComandoDeSwitch, 'comando_id'> {
  /** Null until the server answers, and when it refuses. */
  comando_id: string | null;
  /** For an unanswered order: the newest order known when it was given, and the time it was given (ms). */
  after?: { comando_id: string | null; ts: number };
}

/** True until it is known whether the board obeyed. */
export const isUnderWay = (order: Pick<SwitchOrder, 'estado'> | null | undefined): boolean =>
  !!order && isOpenComando(order);

/** Which of two orders to show: the further state of the same order, or the later order. */
export function newerOf<A extends SwitchOrder, B extends SwitchOrder>(
  one: A | null | undefined,
  other: B | null | undefined,
): A | B | null {
  if (!one || !other) return one ?? other ?? null;
  if (one.comando_id === other.comando_id) return isFurther(other.estado, one.estado) ? other : one;
  return other.ts > one.ts ? other : one;
}

/** Whether it is unknown if the switch was turned off: saying so again does no harm. */
export const isOffUnknown = (order: Pick<SwitchOrder, 'accion' | 'estado'> | null | undefined): boolean =>
  order?.accion === 'off' && order.estado === 'sin_respuesta';

/** Largest difference of two clocks that still counts as none (server-clock), ms. */
const CLOCK_DIFFERENCE_MS = 2_000;

/** Whether the server's order is probably the one for which this browser got no answer. */
export const isTheLostOne = (
  own: SwitchOrder | null | undefined,
  heard: ComandoDeSwitch | null | undefined,
): heard is ComandoDeSwitch =>
  own?.after !== undefined &&
  heard?.comando_id !== own.after.comando_id &&
  (heard?.ts ?? 0) >= own.after.ts - CLOCK_DIFFERENCE_MS;

/**
 * The order to show after a live message. An order keeps the time at which it was given; a final state of another order than the one shown
 * belongs to an older order and is ignored.
 */
export function afterHearing(previous: ComandoDeSwitch | null | undefined, heard: ComandoDeSwitch): ComandoDeSwitch {
  if (!previous) return heard;
  if (previous.comando_id === heard.comando_id) return newerOf(previous, { ...heard, ts: previous.ts })!;
  return isUnderWay(heard) ? heard : previous;
}

/** The state of a switch after an order succeeds. */
export const WANTED_STATE: Readonly<Record<ComandoAction, 0 | 1>> = { on: 1, off: 0 };
