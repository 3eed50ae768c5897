import { startAcequia } from '@acequia/testing';
import { parseArgs } from 'node:util';
import { measureHistory } from './history/measure.js';
import { generate, historyIn } from './history/generate.js';

/**
 * `npm run bench:history [-- --rows 5000000]`: charts and exports over a history of many readings, one JSON line per figure.
 * With ACEQUIA_BENCH_HISTORY=<folder> the generated history is kept there, and used again by the next run.
 */
const ROWS = 100_000_000;
const { values } = parseArgs({
  options: { rows: { type: 'string', default: String(ROWS) }, only: { type: 'string' } },
});
const rows = Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 10_000) {
  console.error('--rows is a number from 10000 on.');
  process.exit(1);
}
const folder = process.env['ACEQUIA_BENCH_HISTORY'];
const say = (line: object): void => console.log(JSON.stringify(line));

const acequia = await startAcequia({
  ...(folder && { folder }),
  env: { RATE_LIMIT_SESSION: '1000000', RATE_LIMIT_BULK: '1000000' },
});
try {
  const kept = folder ? historyIn(folder) : null;
  const history = kept ?? (await generate(acequia, rows, say));
  for await (const line of measureHistory(acequia, history, values.only?.split(','))) say(line);
} finally {
  await acequia.stop();
}
process.exit(0);
