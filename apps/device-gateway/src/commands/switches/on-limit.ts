import {
  type Claim,
  type EstadoComando,
  lastClaim,
  longestOnUntil,
  ORDER_SLACK_MS,
  orderClaim,
} from '@acequia/contracts';

/** The board turns off by itself; when it has not, the gateway steps in after this, ms. */
export const TOLERANCE_MS = 5_000;

/** A switch's newest ON command. */
export interface UltimoEncendido {
  enviado_ts: number | null;
  max_s: number | null;
  estado: EstadoComando;
}

/**
 * The latest time a switch must be off, ms: the latest end of all claims that hold it. `desde`: since when it is on; `max_s`: its longest
 * time on, which is the end where no claim is known (a button in the field); `orden`: its newest ON; `plans`: what its board's agenda and
 * rules claim. An order that the board refused claims nothing.
 */
export const mustBeOffBy = (
  desde: number,
  max_s: number,
  orden: UltimoEncendido | null,
  plans: readonly Claim[] = [],
): number => {
  const sent = orden && orden.estado !== 'rechazado' && orden.estado !== 'vencido' ? orden.enviado_ts : null;
  const limit = longestOnUntil(desde, max_s, sent);
  const order = sent !== null && sent >= desde - ORDER_SLACK_MS ? [orderClaim(sent, orden?.max_s ?? max_s)] : [];
  return lastClaim([...order, ...plans], limit)?.until ?? limit;
};
