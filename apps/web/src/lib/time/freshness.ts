/**
 * A relay's state or a sensor's value older than this is shown as old. Boards report every 30 s (design section 6);
 * ten missed reports are not a hiccup any more.
 */
export const OLD_MS = 5 * 60_000;

/** True when a value must not be believed as the present one: never told, too old, or its board is unreachable. */
export const isOld = (ts: number | null, now: number, reachable: boolean): boolean =>
  !reachable || ts === null || now - ts > OLD_MS;
