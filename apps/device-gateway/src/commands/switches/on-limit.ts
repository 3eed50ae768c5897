/** The board turns off by itself; when it has not, the gateway steps in after this, ms. */
export const TOLERANCE_MS = 5_000;
/** Covers the delay from the command to the first sample that shows it, and the difference of two clocks, ms. */
export const SLACK_MS = 5_000;

export interface UltimoEncendido {
  enviado_ts: number | null;
  max_s: number | null;
}

/** The latest time a switch must be off, ms. `desde`: since when it is on; `orden`: its newest ON command. */
export const mustBeOffBy = (desde: number, max_s: number, orden: UltimoEncendido | null): number => {
  const ofOrder = orden !== null && orden.enviado_ts !== null && orden.enviado_ts >= desde - SLACK_MS;
  if (!ofOrder) return desde + max_s * 1_000;
  return (orden.enviado_ts ?? desde) + Math.min(orden.max_s ?? max_s, max_s) * 1_000;
};
