// Apart from the schemas, so that a browser can load this without zod.

/** Client → server: subscribes to a device's "device:status" and "metrics" (CALL-9). */
export const JOIN_DEVICE = 'joinDevice';
/** Server → client, to each connection itself: over how long to come back, should this server be lost with all its connections. */
export const RETURN = 'reconexion';
export interface Return {
  en_ms: number;
}
/** Shortest interval between two live messages of one board's switch, ms: faster changes are coalesced. */
export const LIVE_COALESCE_MS = 200;
