import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningAcequia } from '../running-acequia.js';
import { keepAcequias, SHARED } from '../shared-acequia.js';
import { ROOT, runTool } from './command.js';
import { failedFiles, oneFailed, secondLook, slowest, tallyOf, type JestResults, type Tally } from './tally.js';

export const SUITES = ['unit', 'system', 'faults', 'security', 'browser'] as const;
export type Suite = (typeof SUITES)[number];

/** What a run is asked for: suites, and folders or files in them; nothing = everything. @throws for what is neither. */
export const readArguments = (names: string[]): { suites: Suite[]; filters: string[]; all: boolean } => {
  const suites = SUITES.filter((suite) => names.includes(suite));
  const filters = names.filter((name) => !(SUITES as readonly string[]).includes(name));
  const unknown = filters.find((name) => !existsSync(join(ROOT, name)));
  if (unknown !== undefined)
    throw new Error(`No hay una suite ni una carpeta o archivo "${unknown}". Suites: ${SUITES.join(', ')}.`);
  return { suites: suites.length === 0 ? [...SUITES] : suites, filters, all: names.length === 0 };
};

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
 * So many files that failed run once more, alone, to tell a race from a fault: what passes then fails the run as well, unless the file
 * is on the list of those known to be unsteady. More is no chance.
 */
const SECOND_LOOK_FILES = 3;

interface JestRun {
  files?: string[];
  filters: readonly string[];
  live: boolean;
  kept: string | null;
}

/** One run of Jest over a suite, its files below the `filters` if there are any, or over the named files of it. Null where Jest ended without results. */
const runJest = async (
  suite: Suite,
  resultsFile: string,
  { files = [], filters, live, kept }: JestRun,
): Promise<{ output: string; results: JestResults | null }> => {
  const { timeoutMs } = SETTINGS[suite];
  const workers = files.length > 0 ? 1 : SETTINGS[suite].workers;
  const args = ['--selectProjects', suite, '--passWithNoTests', `--testTimeout=${timeoutMs}`];
  const parallel = [`--maxWorkers=${workers}`, `--workerIdleMemoryLimit=${WORKER_MEMORY}`, `--testSequencer=${ORDER}`];
  args.push(...(workers === 1 ? ['--runInBand'] : parallel), '--json', `--outputFile=${resultsFile}`);
  if (files.length > 0) args.push('--runTestsByPath', ...files);
  else args.push(...filters.map(patternOf));
  const { output } = await runTool('jest/bin/jest.js', args, {
    ...(kept && { env: { [SHARED]: kept } }),
    ...(live && { live: 'errors' as const }),
    onStart: (child) => endWhenDone(child, resultsFile),
  });
  if (!existsSync(resultsFile)) return { output, results: null };
  return { output, results: JSON.parse(readFileSync(resultsFile, 'utf8')) as JestResults };
};

/** Jest takes patterns: one that means this folder or file and no other. */
export const patternOf = (path: string): string => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export interface StageOptions {
  /** Takes the results. */
  folder: string;
  /** Folders or files; none = everything. */
  filters: readonly string[];
  /** Files that may pass at the second attempt only. */
  known: ReadonlySet<string>;
}

/** Runs one suite of jest.config.mjs and counts. `folder` takes its results file; what is not `live` is told at its end. */
const runSuite = async (suite: Suite, { folder, filters, known }: StageOptions, live: boolean): Promise<Tally> => {
  const heading = `\n── ${suite}`;
  if (live) console.log(heading);
  const { workers, shares } = SETTINGS[suite];
  const kept = shares ? join(folder, `acequias-${suite}`) : null;
  const acequias = kept ? await keepAcequias(kept, workers) : [];
  running.push(...acequias);
  const first = await runJest(suite, join(folder, `${suite}.json`), { filters, live, kept });
  const failed = first.results ? failedFiles(first.results) : [];
  const looksAgain = failed.length > 0 && failed.length <= SECOND_LOOK_FILES;
  if (looksAgain && live) console.log(`\n── ${suite}, otra vez lo que falló`);
  const second = looksAgain
    ? await runJest(suite, join(folder, `${suite}-2.json`), { files: failed, filters, live, kept })
    : null;
  await Promise.allSettled(acequias.map((one) => one.stop()));
  if (!live) console.log([heading, first.output.trim(), second?.output.trim() ?? ''].join('\n').trimEnd());
  if (!first.results) return oneFailed(`[${suite}] Jest terminó sin resultados`);
  console.log(slowest(suite, first.results));
  return second?.results ? secondLook(suite, first.results, second.results, known) : tallyOf(suite, first.results);
};

/** Runs suites beside each other; the first is heard while it runs. */
export const runStage = (suites: readonly Suite[], options: StageOptions): Promise<Tally[]> =>
  Promise.all(suites.map((suite, index) => runSuite(suite, options, index === 0)));

/** Ends the Acequias that an interrupted suite left. */
export const stopAcequias = (): Promise<unknown> => Promise.allSettled(running.map((one) => one.stop()));
