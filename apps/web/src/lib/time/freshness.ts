/**
 * A relay's state or a sensor's value older than this is shown as outdated, ms. Boards report every 10 s, so this is thirty
 * missed reports.
 */
export const OLD_MS = 5 * 60_000;

/** True when a value must not be shown as current: never reported, too old, or its board is unreachable. */
export const isOld = (ts: number | null, now: number, reachable: boolean): boolean =>
  !reachable || ts === null || now - ts > OLD_MS;
