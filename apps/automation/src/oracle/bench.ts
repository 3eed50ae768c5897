import { expand } from '../expansion/expand.js';
import { HORIZON_MS } from '../turnos/planner.service.js';
import { randomOf, randomProgram } from './random-program.js';

/** Measures the expansion of random programs over the planning horizon: prints one line of JSON. */
const PROGRAMS = 10_000;

const random = randomOf(15);
const farms = Array.from({ length: PROGRAMS }, (_, n) => randomProgram(n + 1, random));
const now = Date.now();
const since = performance.now();
const runs = farms.reduce((sum, { programa, farm }) => sum + expand(programa, farm, now, now + HORIZON_MS).length, 0);
const s = Math.round(performance.now() - since) / 1_000;
process.stdout.write(
  `${JSON.stringify({ bench: 'programas: expansion', programs: PROGRAMS, days: 4, runs, s, wanted: '< 5 s' })}\n`,
);
