import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './command.js';
import { oneFailed, tallyOf, type JestResults, type Tally } from './tally.js';

export const SUITES = ['unit', 'system', 'faults', 'browser'] as const;
export type Suite = (typeof SUITES)[number];

interface SuiteSettings {
  args: string[];
  /** Longest a test may take unless it says otherwise, ms: generous, since machines differ. */
  timeoutMs: number;
}

const SETTINGS: Record<Suite, SuiteSettings> = {
  unit: { args: ['--maxWorkers=2'], timeoutMs: 30_000 },
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

/** Runs one suite of jest.config.mjs and counts. `folder` takes its results file. */
export const runSuite = async (suite: Suite, folder: string, env: Record<string, string>): Promise<Tally> => {
  console.log(`\n── ${suite}`);
  const { args, timeoutMs } = SETTINGS[suite];
  const resultsFile = join(folder, `${suite}.json`);
  const common = ['--selectProjects', suite, '--passWithNoTests', `--testTimeout=${timeoutMs}`];
  await runTool('jest/bin/jest.js', [...common, ...args, '--json', `--outputFile=${resultsFile}`], {
    env,
    live: 'errors',
    onStart: (child) => endWhenDone(child, resultsFile),
  });
  if (!existsSync(resultsFile)) return oneFailed(`[${suite}] Jest terminó sin resultados`);
  return tallyOf(suite, JSON.parse(readFileSync(resultsFile, 'utf8')) as JestResults);
};
