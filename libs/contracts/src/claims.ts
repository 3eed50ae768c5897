/** The delay from a command to the first sample that shows it, and the difference of two clocks, ms. */
export const ORDER_SLACK_MS = 5_000;

/**
 * What holds a switch on: an order (a person's or of a turn of the service), a turn that its board runs, or a rule. Times in ms;
 * `until` null = for as long as the switch may be on.
 */
export interface Claim {
  from: number;
  until: number | null;
}

/**
 * When a switch's longest time on is over, ms. `desde`: since when it is on; `sent`: when its newest ON left, which begins that time anew,
 * as on the board; `max_s`: the switch's longest time on.
 */
export const longestOnUntil = (desde: number, max_s: number, sent: number | null): number =>
  (sent !== null && sent >= desde - ORDER_SLACK_MS ? sent : desde) + max_s * 1_000;

/** What an ON that left at `sent` (ms) for `max_s` claims. */
export const orderClaim = (sent: number, max_s: number): { from: number; until: number } => ({
  from: sent,
  until: sent + max_s * 1_000,
});

/** Of all claims the one that ends last, and its end within `limit`; null = nothing known holds the switch. */
export const lastClaim = <C extends Claim>(claims: readonly C[], limit: number): { claim: C; until: number } | null => {
  const endOf = ({ until }: Claim): number => Math.min(until ?? limit, limit);
  const claim = claims.reduce<C | null>((last, one) => (last && endOf(last) >= endOf(one) ? last : one), null);
  return claim && { claim, until: endOf(claim) };
};

/** Does a claim hold the switch at `now`, ms? */
export const isHeld = (claims: readonly Claim[], now: number): boolean =>
  now < (lastClaim(claims, Infinity)?.until ?? 0);
