import { expand } from '../expansion/expand.js';
import { dayByDay } from './day-by-day.js';
import { randomOf, randomProgram, ZONES } from './random-program.js';
import { WallClock } from './wall-clock.js';

const DAY_MS = 86_400_000;
export const DAYS = 400;
/** 400 days from here contain both clock changes of either hemisphere, and a leap day. */
export const FROM = Date.UTC(2027, 8, 1);
const MARGIN = 14 * DAY_MS;

export interface Comparison {
  programs: number;
  runs: number;
  /** The first program on which the two disagree, and where. */
  difference: string | null;
}

/** Expands this many random programs over 400 days both ways. */
export const compare = (programs: number, seed: number, zones = ZONES): Comparison => {
  const to = FROM + DAYS * DAY_MS;
  const clocks = new Map(zones.map(({ zona }) => [zona, new WallClock(zona, FROM - MARGIN, to + MARGIN)]));
  const random = randomOf(seed);
  let runs = 0;
  for (let id = 1; id <= programs; id += 1) {
    const { programa, farm } = randomProgram(id, random, zones);
    const clock = clocks.get(farm.zona);
    if (!clock) throw new Error(`no clock for ${farm.zona}`);
    const slow = dayByDay(programa, farm, clock, FROM, to);
    const fast = expand(programa, farm, FROM, to)
      .map(({ turno_id, segundos, outside }) => `${turno_id} ${segundos} ${outside ? 'outside' : 'corre'}`)
      .sort();
    runs += slow.length;
    const at = slow.findIndex((line, n) => line !== fast[n]);
    if (at >= 0 || fast.length !== slow.length) {
      const where = `${slow[at] ?? 'nothing more'} ≠ ${fast[at < 0 ? slow.length : at] ?? 'nothing more'}`;
      const what = { programa, farm: { ...farm, flows: [...farm.flows] } };
      return { programs: id, runs, difference: `${where}\n${JSON.stringify(what)}` };
    }
  }
  return { programs, runs, difference: null };
};
