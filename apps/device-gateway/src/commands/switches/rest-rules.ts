/** The facts that decide whether a switch may be turned on. Times in ms. */
export interface RestFacts {
  /** The board's last report; null = none. `offSince`: when the switch was seen to go off, null = never. */
  seen: { on: boolean; ts: number; offSince: number | null } | null;
  /** When the newest OFF left for the board. */
  offSent: number | null;
}

/** Since when a switch rests before its next ON; null = it is on, or was always off. */
const offSince = ({ seen, offSent }: RestFacts): number | null => {
  const newest = offSent !== null && (seen === null || seen.ts < offSent) ? offSent : null;
  if (newest !== null || seen === null) return newest;
  return seen.on ? null : (seen.offSince ?? offSent);
};

/** Seconds until a switch may be turned on again. `min_s`: how long the switch has to be off. */
export const restLeft = (min_s: number, facts: RestFacts, now: number): number => {
  const since = offSince(facts);
  if (since === null || min_s <= 0) return 0;
  return Math.max(0, Math.ceil(min_s - (now - Math.min(since, now)) / 1_000));
};
