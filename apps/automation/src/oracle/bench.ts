import { expand } from '../expansion/expand.js';
import { HORIZON_MS } from '../planning/planner.service.js';
import { dayByDay } from './day-by-day.js';
import { randomOf, randomProgram, ZONES } from './random-program.js';
import { WallClock } from './wall-clock.js';

/** Measures the expansion of random programs over the planning horizon: prints one line of JSON. */
const PROGRAMS = 10_000;
/** Programs that the slow definition expands too, for a yardstick. */
const SAMPLE = 500;
const QUARTER_MS = 900_000;
const MARGIN_MS = 14 * 86_400_000;

const random = randomOf(15);
const farms = Array.from({ length: PROGRAMS }, (_, n) => randomProgram(n + 1, random));
const now = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
const end = now + HORIZON_MS;
const since = performance.now();
const runs = farms.reduce((sum, { programa, farm }) => sum + expand(programa, farm, now, end).length, 0);
const ms = performance.now() - since;
const clocks = new Map(ZONES.map(({ zona }) => [zona, new WallClock(zona, now - MARGIN_MS, end + MARGIN_MS)]));
const slowSince = performance.now();
for (const { programa, farm } of farms.slice(0, SAMPLE)) dayByDay(programa, farm, clocks.get(farm.zona)!, now, end);
const slowMs = performance.now() - slowSince;
const perProgram = (total: number, programs: number): number => Math.round((total / programs) * 1_000) / 1_000;
const line = {
  bench: 'programas: expansion',
  programs: PROGRAMS,
  days: HORIZON_MS / 86_400_000,
  runs,
  s: Math.round(ms) / 1_000,
  ms_per_program: perProgram(ms, PROGRAMS),
  yardstick_day_by_day_ms_per_program: perProgram(slowMs, SAMPLE),
  wanted: '< 5 s',
};
process.stdout.write(`${JSON.stringify(line)}\n`);
