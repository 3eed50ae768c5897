// Apart from the schemas, so that a browser can load this without zod.
import { type Claim, isHeld, orderClaim } from './claims.js';
import type { ESTADOS_COMANDO } from './comando-estados.js';
import type { TipoSwitch } from './switch-types.js';

/** Default for the longest time that a relay may stay on, s, sent to the board with its pin map. */
export const MAX_ENCENDIDO_S: Readonly<Record<TipoSwitch, number>> = {
  selenoide: 4 * 3600,
  difusor: 6 * 3600,
  turbina: 8 * 3600,
  motor: 4 * 3600,
  cooler: 24 * 3600,
  otro: 12 * 3600,
};

/** Effective value of a limit of 0 ("none"): the board protocol's maximum. */
export const ENCENDIDO_TOPE_S = 7 * 86_400;
/** Longest time that a single command may request, s. */
export const DURATION_CAP_S = 86_400;
/** These types always have a limit: their load floods, burns out or empties a well. */
export const TIPOS_WITH_LIMIT: ReadonlySet<TipoSwitch> = new Set(['selenoide', 'difusor', 'turbina', 'motor']);

/** Seconds a switch may stay on: its own limit (0 = none), or that of its type. */
export const maxEncendido = (tipo: TipoSwitch, own: number | null): number =>
  own === null ? MAX_ENCENDIDO_S[tipo] : own === 0 ? ENCENDIDO_TOPE_S : own;

/** A valve is opened for so long to see what it takes, s: its line fills, then its flow is measured. */
export const VALVE_TEST_S = 360;

/** Requested and reported state may differ this long before the difference shows as a discrepancy, ms. */
export const DISCREPANCY_MS = 30_000;

/** An order as far as it may contradict what a board reports. `since`: when it was sent, or asked for; ms. */
interface Order {
  accion: 'on' | 'off';
  estado: (typeof ESTADOS_COMANDO)[number];
  max_s: number | null;
  since: number;
}

/**
 * Does the board report something else than was ordered, for longer than a moment? An ON counts until its time is over, and only if it
 * was confirmed (the person was told about any other); an OFF that failed is still wanted, until one of `newer` claims the switch:
 * what its board's agenda has claimed since the order.
 */
export const isDiscrepancy = (
  { accion, estado, max_s, since }: Order,
  on: boolean,
  now: number,
  newer: readonly Claim[] = [],
): boolean => {
  if (on === (accion === 'on') || now - since <= DISCREPANCY_MS || estado === 'solicitado') return false;
  if (accion === 'off') return !isHeld(newer, now);
  return estado === 'confirmado' && isHeld([orderClaim(since, max_s ?? 0)], now);
};

/**
 * Shortest time between an OFF and the next ON, s. A motor that restarts at once draws its starting current into a hot winding,
 * and a compressor starts against pressure. An OFF never waits.
 */
export const MIN_OFF_S: Readonly<Record<TipoSwitch, number>> = {
  selenoide: 0,
  difusor: 10,
  turbina: 60,
  motor: 60,
  cooler: 120,
  otro: 0,
};

/** What can end a switch's time on: `placa` = the board, before the limit; `regla` = a climate rule. */
export const CAUSAS_FIN = ['limite', 'sistema', 'enclavamiento', 'persona', 'placa', 'programa', 'regla'] as const;
export type CausaFin = (typeof CAUSAS_FIN)[number];
