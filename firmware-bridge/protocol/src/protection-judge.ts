import type { Protection } from './control.js';

/** A bypass is at most 4 hours; clocks may be 5 minutes apart. */
const LONGEST_BYPASS_S = 4 * 3_600 + 300;
/** A value that comes back lets go after this time at the earliest. */
const SHORTEST_MS = 10_000;

/** Of a protection that watches no flow: whether a value is beyond its limit; null = the point has none. */
export const isBeyond = (
  { above, below, no_data }: Pick<Protection, 'above' | 'below' | 'no_data'>,
  value: number | null,
): boolean => (value === null ? no_data === 'off' : value > (above ?? Infinity) || value < (below ?? -Infinity));

/** `wall`: the time of day, ms; null = not known, and so nobody knows whether a bypass is over. */
export const isBypassed = ({ bypass_until = 0 }: Pick<Protection, 'bypass_until'>, wall: number | null): boolean => {
  if (wall === null) return false;
  const left = bypass_until - Math.floor(wall / 1000);
  return left > 0 && left <= LONGEST_BYPASS_S;
};

/** Whether one that has tripped lets go. `freed`: as it was then; a person frees each by another. `for_ms`: how long ago that was. */
export const letsGo = (
  { above, until, freed = 0 }: Pick<Protection, 'above' | 'until' | 'freed'>,
  tripped: { freed: number | undefined; for_ms: number },
  value: number | null,
): boolean => {
  if (freed !== tripped.freed) return true;
  if (until === 'person') return false;
  if ('s' in until) return tripped.for_ms >= until.s * 1000;
  if (tripped.for_ms < SHORTEST_MS || value === null) return false;
  return above === undefined ? value >= until.value : value <= until.value;
};
