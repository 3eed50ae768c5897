/**
 * Difference of the server's clock to the browser's, ms. Ages use the server's time: on a phone whose clock is ten minutes off, a fresh
 * value must not look outdated, nor an outdated one fresh.
 */
let offsetMs = 0;

/** An answer that took longer is ignored, ms: a phone that slept meanwhile may process it an hour later. */
const LONGEST_TRIP_MS = 10_000;

/**
 * Sets the clock from the `Date` header of an answer, which has whole seconds: smaller differences are ignored.
 * @param sentAt when the request was sent, ms by this browser's clock
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
