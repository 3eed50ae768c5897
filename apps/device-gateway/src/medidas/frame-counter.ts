/** A larger step is no loss: the node or its server began anew. Source: LoRaWAN 1.0.x, regional parameters. */
const MOST_GAP = 16_384;

/** The uplinks between two joins of a node: its frame counter rises by one with each. `ts` in ms. */
export interface Sesion {
  first: number;
  first_ts: number;
  last: number;
  last_ts: number;
}

/** What an uplink that was not there before changes. `lost` may be negative: one that was missed has come late. */
export interface Heard {
  sesion: Sesion;
  lost: number;
}

const begun = (f_cnt: number, ts: number): Sesion => ({ first: f_cnt, first_ts: ts, last: f_cnt, last_ts: ts });

/**
 * Follows the frame counter of a node. Uplinks may come in any order.
 * @param ts when the uplink was received, ms
 */
export const follow = (sesion: Sesion | null, f_cnt: number, ts: number): Heard => {
  if (!sesion) return { sesion: begun(f_cnt, ts), lost: 0 };
  const { first, first_ts, last, last_ts } = sesion;
  if (ts > last_ts) {
    const missing = f_cnt - last - 1;
    if (missing < 0 || missing > MOST_GAP) return { sesion: begun(f_cnt, ts), lost: 0 };
    return { sesion: { ...sesion, last: f_cnt, last_ts: ts }, lost: missing };
  }
  if (ts < first_ts) {
    const missing = first - f_cnt - 1;
    // Of a run before this one.
    if (missing < 0 || missing > MOST_GAP) return { sesion, lost: 0 };
    return { sesion: { ...sesion, first: f_cnt, first_ts: ts }, lost: missing };
  }
  return { sesion, lost: f_cnt > first && f_cnt < last ? -1 : 0 };
};
