import type { Claim, TurnoDePlaca } from '@acequia/contracts';
import { type BoardPlans, CLOCK_MS, holdsAt, NEAR_MS } from './plan-causes.js';

/**
 * What a board's agenda and rules claim of a pin that is on since `desde`, as seen at `now` (ms). A turn holds from its start, or from
 * when the pin went on; one that waits for the connection may begin at any time of its delay. A turn that the board has reported ends as
 * reported. A rule at its hours may want the pin on for as long as that may be.
 */
export const planClaims = (
  { runs, rules, done }: Pick<BoardPlans, 'runs' | 'rules' | 'done'>,
  { id, pin }: { id: number; pin: number },
  desde: number,
  now: number,
): Claim[] => {
  const last = done[id];
  const isReported = ({ id: run, at, late_s }: TurnoDePlaca): boolean => {
    if (last?.id !== undefined) return last.id === run;
    return last !== undefined && last.at >= at && last.at <= at + late_s + CLOCK_MS / 1_000;
  };
  const turns = runs
    .filter((run) => run.pin === pin && run.at * 1_000 <= now && !isReported(run))
    .filter(({ at, late_s }) => desde <= (at + late_s) * 1_000 + CLOCK_MS)
    .map(({ at, secs, late_s, link }): Claim => {
      const from = Math.max(at * 1_000, link === 1 ? Math.min(now, (at + late_s) * 1_000) : desde);
      return { from, until: from + secs * 1_000 };
    });
  const reported = last ? [{ from: last.at * 1_000, until: (last.at + last.secs) * 1_000 }] : [];
  const ruled = rules.some((rule) => rule.pin === pin && holdsAt(rule, now)) ? [{ from: desde, until: null }] : [];
  return [...turns, ...reported, ...ruled].filter(({ until }) => until === null || until > desde);
};

/** The same, each with the time that a board's own clock and its report may take. */
export const withReport = (claims: readonly Claim[]): Claim[] =>
  claims.map(({ from, until }) => ({ from, until: until && until + NEAR_MS }));

/** What the agenda claims of a pin by runs that began after an order of `since`, or still could. */
export const claimsAfter = (
  plans: Pick<BoardPlans, 'runs' | 'done'>,
  item: { id: number; pin: number },
  since: number,
  now: number,
): Claim[] => withReport(planClaims({ ...plans, rules: [] }, item, since, now));
