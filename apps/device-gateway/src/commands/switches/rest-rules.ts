/** What is known of a switch that is to be turned on. Times in ms. */
export interface RestFacts {
  /** What its board last said; null = nothing. `offSince`: when it was seen to go off, null = it never was. */
  seen: { on: boolean; ts: number; offSince: number | null } | null;
  /** When its newest OFF left for the board. */
  offSent: number | null;
}

/** Since when a switch is off, as far as its next ON is concerned; null = it is on, or was off all along. */
const offSince = ({ seen, offSent }: RestFacts): number | null => {
  const newest = offSent !== null && (seen === null || seen.ts < offSent) ? offSent : null;
  if (newest !== null || seen === null) return newest;
  return seen.on ? null : (seen.offSince ?? offSent);
};

/** Seconds until a switch may be turned on again. `min_s`: how long it has to be off. */
export const restLeft = (min_s: number, facts: RestFacts, now: number): number => {
  const since = offSince(facts);
  if (since === null || min_s <= 0) return 0;
  return Math.max(0, Math.ceil(min_s - (now - Math.min(since, now)) / 1_000));
};
