import { type ComandoAction, DISCREPANCY_MS, type EstadoComando } from '@acequia/contracts';

/** The board turns off by itself; when it has not, the gateway steps in after this, ms. */
export const TOLERANCE_MS = 5_000;
/** Covers the delay from the command to the first sample that shows it, and the difference of two clocks, ms. */
const SLACK_MS = 5_000;

export interface UltimoEncendido {
  enviado_ts: number | null;
  max_s: number | null;
}

/** The latest time a switch must be off, ms. `desde`: since when it is on; `orden`: its newest ON command. */
export const limiteDe = (desde: number, max_s: number, orden: UltimoEncendido | null): number => {
  const ofOrder = orden !== null && orden.enviado_ts !== null && orden.enviado_ts >= desde - SLACK_MS;
  if (!ofOrder) return desde + max_s * 1_000;
  return (orden.enviado_ts ?? desde) + Math.min(orden.max_s ?? max_s, max_s) * 1_000;
};

export interface Wish {
  accion: ComandoAction;
  estado: EstadoComando;
  max_s: number | null;
  ts: number;
  enviado_ts: number | null;
}

/**
 * Does the board report something else than was ordered, for longer than a moment? An ON counts until its time is over, and only if it
 * was confirmed (the person was told about any other); an OFF that failed is still wanted.
 */
export const hasDiscrepancy = (wish: Wish, reported: { estado: 0 | 1; ts: number } | null, now: number): boolean => {
  if (reported === null || reported.estado === (wish.accion === 'on' ? 1 : 0)) return false;
  const since = wish.enviado_ts ?? wish.ts;
  if (now - since <= DISCREPANCY_MS || wish.estado === 'solicitado') return false;
  if (wish.accion === 'off') return true;
  return wish.estado === 'confirmado' && now < since + (wish.max_s ?? 0) * 1_000;
};
