import { compare } from './compare.js';

// Run by hand and by CI: `npm run oracle -- [programs] [seed]`.
const programs = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_007);
const started = performance.now();
const { difference, runs } = compare(programs, seed);
const seconds = Math.round((performance.now() - started) / 1_000);
process.stdout.write(
  `${JSON.stringify({ oracle: 'programas', programs, days: 400, runs, seed, seconds, ok: difference === null })}\n`,
);
if (difference !== null) {
  process.stderr.write(`${difference}\n`);
  process.exitCode = 1;
}
