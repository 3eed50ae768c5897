import type { ReglaDePlaca, TurnoDePlaca } from '@acequia/contracts';

/** The runs and rules that a board carries out by itself. */
export interface BoardPlans {
  runs: readonly TurnoDePlaca[];
  rules: readonly ReglaDePlaca[];
}

/**
 * Whether a plan explains a pin's state better than an order of `since` (ms): a run that began after the order, or a rule once the
 * order's hold time has passed. Only a person's order (`held`) holds a rule.
 */
export const plansExplain = (
  { runs, rules }: BoardPlans,
  { pin, on, since, held }: { pin: number; on: boolean; since: number; held: boolean },
  now: number,
): boolean => {
  const ran = runs.some((run) => run.pin === pin && run.at * 1_000 <= now && (run.at + run.late_s) * 1_000 >= since);
  if (on && ran) return true;
  const ruling = rules.filter((rule) => rule.pin === pin);
  if (ruling.length === 0 || !held) return ruling.length > 0;
  return now >= since + Math.max(...ruling.map(({ hold_s }) => hold_s)) * 1_000;
};
