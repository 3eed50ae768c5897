/**
 * The server's clock as seen from the browser. Ages are told against it: a phone whose clock is ten minutes off
 * must not call a fresh reading stale, nor a stale one fresh.
 */
let offsetMs = 0;

/** An answer that took longer says too little about the present: a phone that slept meanwhile may read it an hour later. ms */
const LONGEST_TRIP_MS = 10_000;

/**
 * Takes the `Date` header of an answer. It has whole seconds, so smaller differences are left alone.
 * @param enviada when its question left, ms by this browser's own clock
 */
export function setClock(dateHeader: string | null, sentAt: number): void {
  if (!dateHeader) return;
  const server = Date.parse(dateHeader);
  const trip = Date.now() - sentAt;
  if (Number.isNaN(server) || trip < 0 || trip > LONGEST_TRIP_MS) return;
  const difference = server + 500 - Date.now();
  offsetMs = Math.abs(difference) < 2_000 ? 0 : difference;
}

export const serverNow = (): number => Date.now() + offsetMs;
