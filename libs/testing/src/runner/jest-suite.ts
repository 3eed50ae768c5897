import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningAcequia } from '../running-acequia.js';
import { keepAcequias, SHARED } from '../shared-acequia.js';
import { runTool } from './command.js';
import { failedFiles, oneFailed, secondLook, slowest, tallyOf, type JestResults, type Tally } from './tally.js';

export const SUITES = ['unit', 'system', 'faults', 'security', 'browser'] as const;
export type Suite = (typeof SUITES)[number];

/**
 * Suites of one stage run beside each other. `system` and `faults` mostly wait: for processes to start, die and come back.
 * `unit` fills the processors by itself, and screens that share them with something else are slow without telling anything.
 */
export const STAGES: readonly (readonly Suite[])[] = [['unit'], ['system', 'faults', 'security'], ['browser']];

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
  faults: { workers: 2, timeoutMs: 300_000 },
  security: { workers: 1, timeoutMs: 240_000, shares: true },
  // Screens wait as much as they work: for a refresh, for a service that does not answer, for a board that keeps silent.
  browser: { workers: 3, timeoutMs: 240_000, shares: true },
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

/**
 * So many files that failed run once more, alone: what is a fault of the code fails again, and what passes then is told as unsteady. On
 * a machine whose load nobody knows, one race in three thousand tests must not hide what all the others found. More is no chance.
 */
const SECOND_LOOK_FILES = 3;

/** One run of Jest over a suite, or over the named files of it. Null where Jest ended without results. */
const runJest = async (
  suite: Suite,
  resultsFile: string,
  { files = [], live, kept }: { files?: string[]; live: boolean; kept: string | null },
): Promise<{ output: string; results: JestResults | null }> => {
  const { timeoutMs } = SETTINGS[suite];
  const workers = files.length > 0 ? 1 : SETTINGS[suite].workers;
  const args = ['--selectProjects', suite, '--passWithNoTests', `--testTimeout=${timeoutMs}`];
  const parallel = [`--maxWorkers=${workers}`, `--workerIdleMemoryLimit=${WORKER_MEMORY}`, `--testSequencer=${ORDER}`];
  args.push(...(workers === 1 ? ['--runInBand'] : parallel), '--json', `--outputFile=${resultsFile}`);
  if (files.length > 0) args.push('--runTestsByPath', ...files);
  const { output } = await runTool('jest/bin/jest.js', args, {
    ...(kept && { env: { [SHARED]: kept } }),
    ...(live && { live: 'errors' as const }),
    onStart: (child) => endWhenDone(child, resultsFile),
  });
  if (!existsSync(resultsFile)) return { output, results: null };
  return { output, results: JSON.parse(readFileSync(resultsFile, 'utf8')) as JestResults };
};

/** Runs one suite of jest.config.mjs and counts. `folder` takes its results file; what is not `live` is told at its end. */
const runSuite = async (suite: Suite, folder: string, live: boolean): Promise<Tally> => {
  const heading = `\n── ${suite}`;
  if (live) console.log(heading);
  const { workers, shares } = SETTINGS[suite];
  const kept = shares ? join(folder, `acequias-${suite}`) : null;
  const acequias = kept ? await keepAcequias(kept, workers) : [];
  running.push(...acequias);
  const first = await runJest(suite, join(folder, `${suite}.json`), { live, kept });
  const failed = first.results ? failedFiles(first.results) : [];
  const looksAgain = failed.length > 0 && failed.length <= SECOND_LOOK_FILES;
  if (looksAgain && live) console.log(`\n── ${suite}, otra vez lo que falló`);
  const second = looksAgain
    ? await runJest(suite, join(folder, `${suite}-2.json`), { files: failed, live, kept })
    : null;
  await Promise.allSettled(acequias.map((one) => one.stop()));
  if (!live) console.log([heading, first.output.trim(), second?.output.trim() ?? ''].join('\n').trimEnd());
  if (!first.results) return oneFailed(`[${suite}] Jest terminó sin resultados`);
  console.log(slowest(suite, first.results));
  return second?.results ? secondLook(suite, first.results, second.results) : tallyOf(suite, first.results);
};

/** Runs suites beside each other; the first is heard while it runs. */
export const runStage = (suites: readonly Suite[], folder: string): Promise<Tally[]> =>
  Promise.all(suites.map((suite, index) => runSuite(suite, folder, index === 0)));

/** Ends the Acequias that an interrupted suite left. */
export const stopAcequias = (): Promise<unknown> => Promise.allSettled(running.map((one) => one.stop()));
