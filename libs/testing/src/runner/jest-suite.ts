import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './command.js';
import { oneFailed, slowest, tallyOf, type JestResults, type Tally } from './tally.js';

export const SUITES = ['unit', 'system', 'faults', 'browser'] as const;
export type Suite = (typeof SUITES)[number];

/**
 * Suites of one stage run beside each other. `system` and `faults` mostly wait: for processes to start, die and come back.
 * `unit` fills the processors by itself, and screens that share them with something else are slow without telling anything.
 */
export const STAGES: readonly (readonly Suite[])[] = [['unit'], ['system', 'faults'], ['browser']];

interface SuiteSettings {
  args: string[];
  /** Longest a test may take unless it says otherwise, ms: generous, since machines differ. */
  timeoutMs: number;
}

const SETTINGS: Record<Suite, SuiteSettings> = {
  unit: { args: ['--maxWorkers=2'], timeoutMs: 60_000 },
  system: { args: ['--runInBand'], timeoutMs: 120_000 },
  faults: { args: ['--runInBand'], timeoutMs: 300_000 },
  browser: { args: ['--runInBand'], timeoutMs: 120_000 },
};
/** How long a finished Jest may take to end: an open handle must not hold up the run. */
const LINGER_MS = 15_000;

const endWhenDone = (child: ChildProcess, resultsFile: string): void => {
  const look = setInterval(() => {
    if (!existsSync(resultsFile)) return;
    clearInterval(look);
    const last = setTimeout(() => child.kill('SIGKILL'), LINGER_MS);
    child.once('exit', () => clearTimeout(last));
  }, 1_000);
  child.once('exit', () => clearInterval(look));
};

/** Runs one suite of jest.config.mjs and counts. `folder` takes its results file; what is not `live` is told at its end. */
const runSuite = async (suite: Suite, folder: string, env: Record<string, string>, live: boolean): Promise<Tally> => {
  const heading = `\n── ${suite}`;
  if (live) console.log(heading);
  const { args, timeoutMs } = SETTINGS[suite];
  const resultsFile = join(folder, `${suite}.json`);
  const common = ['--selectProjects', suite, '--passWithNoTests', `--testTimeout=${timeoutMs}`];
  const { output } = await runTool('jest/bin/jest.js', [...common, ...args, '--json', `--outputFile=${resultsFile}`], {
    env,
    ...(live && { live: 'errors' as const }),
    onStart: (child) => endWhenDone(child, resultsFile),
  });
  if (!live) console.log(`${heading}\n${output.trim()}`);
  if (!existsSync(resultsFile)) return oneFailed(`[${suite}] Jest terminó sin resultados`);
  const results = JSON.parse(readFileSync(resultsFile, 'utf8')) as JestResults;
  console.log(slowest(suite, results));
  return tallyOf(suite, results);
};

/** Runs suites beside each other; the first is heard while it runs. */
export const runStage = (suites: readonly Suite[], folder: string, env: Record<string, string>): Promise<Tally[]> =>
  Promise.all(suites.map((suite, index) => runSuite(suite, folder, env, index === 0)));
