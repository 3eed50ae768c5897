import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningAcequia } from '../running-acequia.js';
import { keepAcequias, SHARED } from '../shared-acequia.js';
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
  /** Files that run at once. */
  workers: number;
  /** Longest a test may take unless it says otherwise, ms: generous, since machines differ. */
  timeoutMs: number;
  /** Whether its files find a running Acequia, one for each worker. */
  shares?: true;
}

const SETTINGS: Record<Suite, SuiteSettings> = {
  // A third one works while two of them wait for a server or a timer.
  unit: { workers: 3, timeoutMs: 240_000 },
  system: { workers: 2, timeoutMs: 240_000, shares: true },
  faults: { workers: 1, timeoutMs: 300_000 },
  // Screens wait as much as they work: for a refresh, for a service that does not answer, for a board that keeps silent.
  browser: { workers: 2, timeoutMs: 240_000, shares: true },
};
/** A worker that grew past this is replaced before its next file: as native ES modules, what a file loaded is never let go. */
const WORKER_MEMORY = '900MB';
const ORDER = fileURLToPath(new URL('longest-first.js', import.meta.url));
/** How long a finished Jest may take to end: an open handle must not hold up the run. */
const LINGER_MS = 15_000;

const running: RunningAcequia[] = [];

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
const runSuite = async (suite: Suite, folder: string, live: boolean): Promise<Tally> => {
  const heading = `\n── ${suite}`;
  if (live) console.log(heading);
  const { workers, timeoutMs, shares } = SETTINGS[suite];
  const resultsFile = join(folder, `${suite}.json`);
  const kept = shares ? join(folder, `acequias-${suite}`) : null;
  const acequias = kept ? await keepAcequias(kept, workers) : [];
  running.push(...acequias);
  const args = ['--selectProjects', suite, '--passWithNoTests', `--testTimeout=${timeoutMs}`];
  const parallel = [`--maxWorkers=${workers}`, `--workerIdleMemoryLimit=${WORKER_MEMORY}`, `--testSequencer=${ORDER}`];
  args.push(...(workers === 1 ? ['--runInBand'] : parallel), '--json', `--outputFile=${resultsFile}`);
  const { output } = await runTool('jest/bin/jest.js', args, {
    ...(kept && { env: { [SHARED]: kept } }),
    ...(live && { live: 'errors' as const }),
    onStart: (child) => endWhenDone(child, resultsFile),
  });
  await Promise.allSettled(acequias.map((one) => one.stop()));
  if (!live) console.log(`${heading}\n${output.trim()}`);
  if (!existsSync(resultsFile)) return oneFailed(`[${suite}] Jest terminó sin resultados`);
  const results = JSON.parse(readFileSync(resultsFile, 'utf8')) as JestResults;
  console.log(slowest(suite, results));
  return tallyOf(suite, results);
};

/** Runs suites beside each other; the first is heard while it runs. */
export const runStage = (suites: readonly Suite[], folder: string): Promise<Tally[]> =>
  Promise.all(suites.map((suite, index) => runSuite(suite, folder, index === 0)));

/** Ends the Acequias that an interrupted suite left. */
export const stopAcequias = (): Promise<unknown> => Promise.allSettled(running.map((one) => one.stop()));
