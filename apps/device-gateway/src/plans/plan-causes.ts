import type { ReglaDePlaca, TurnoDePlaca } from '@acequia/contracts';

/** The runs and rules that a board carries out by itself. */
export interface BoardPlans {
  runs: readonly TurnoDePlaca[];
  rules: readonly ReglaDePlaca[];
}

/**
 * Whether a plan explains a pin's state better than an order of `since` (ms): a run that began after the order, or a rule once the
 * order's hold time has passed.
 */
export const plansExplain = (
  { runs, rules }: BoardPlans,
  { pin, on, since }: { pin: number; on: boolean; since: number },
  now: number,
): boolean => {
  const ran = runs.some((run) => run.pin === pin && run.at * 1_000 <= now && (run.at + run.late_s) * 1_000 >= since);
  if (on && ran) return true;
  const ruling = rules.filter((rule) => rule.pin === pin);
  return ruling.length > 0 && now >= since + Math.max(...ruling.map(({ hold_s }) => hold_s)) * 1_000;
};
