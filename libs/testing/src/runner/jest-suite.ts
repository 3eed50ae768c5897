import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningAcequia } from '../running-acequia.js';
import { keepAcequias, SHARED } from '../shared-acequia.js';
import { ROOT, runTool } from './command.js';
import { failedFiles, oneFailed, secondLook, slowest, tallyOf, type JestResults, type Tally } from './tally.js';

export const SUITES = ['unit', 'component', 'system', 'security', 'browser'] as const;
/**
 * Run only when they are named: `faults` takes long and needs the machine for itself, `scale` needs programs that no other suite needs,
 * `containers` a Docker engine and a quarter of an hour.
 */
const ON_DEMAND = ['faults', 'scale', 'containers'] as const;
export type Suite = (typeof SUITES)[number] | (typeof ON_DEMAND)[number];

/** Parses the arguments: suites, and folders or files in them; none = everything. @throws for any other name */
export const readArguments = (names: string[]): { suites: Suite[]; filters: string[]; all: boolean } => {
  const known: readonly Suite[] = [...SUITES, ...ON_DEMAND];
  const suites = known.filter((suite) => names.includes(suite));
  const filters = names.filter((name) => !(known as readonly string[]).includes(name));
  const unknown = filters.find((name) => !existsSync(join(ROOT, name)));
  if (unknown !== undefined)
    throw new Error(`No hay una suite ni una carpeta o archivo "${unknown}". Suites: ${known.join(', ')}.`);
  return { suites: suites.length === 0 ? [...SUITES] : suites, filters, all: names.length === 0 };
};

/**
 * Suites of one stage run in parallel. `security` floods all processors and `faults` kills databases: beside them, calls of
 * other suites pass their deadlines.
 */
export const STAGES: readonly (readonly Suite[])[] = [
  ['unit', 'component'],
  ['system'],
  ['browser'],
  ['security'],
  ['faults'],
  ['scale'],
  ['containers'],
];

interface SuiteSettings {
  /** Files that run in parallel. */
  workers: number;
  /** Default time limit of a test, ms: generous, since machines differ. */
  timeoutMs: number;
  /** Whether its files share a running Acequia, one per worker. */
  shares?: true;
}

const SETTINGS: Record<Suite, SuiteSettings> = {
  // More workers than processors: some of them wait for a server or a timer.
  unit: { workers: 3, timeoutMs: 240_000 },
  component: { workers: 1, timeoutMs: 120_000 },
  // Files with installations of their own start seven processes each: three at once starve each other on two processors.
  system: { workers: 2, timeoutMs: 600_000, shares: true },
  faults: { workers: 1, timeoutMs: 300_000 },
  // Each file is an installation of its own, at the ports of a real one.
  scale: { workers: 1, timeoutMs: 600_000 },
  // Packages are loaded, images built.
  containers: { workers: 1, timeoutMs: 3_600_000 },
  security: { workers: 1, timeoutMs: 240_000, shares: true },
  // Screens wait as much as they work: for a refresh, an unavailable service, a silent board.
  browser: { workers: 2, timeoutMs: 480_000, shares: true },
};
/** A worker larger than this is replaced before its next file: native ES modules are never unloaded. */
const WORKER_MEMORY = '900MB';
const ORDER = fileURLToPath(new URL('longest-first.js', import.meta.url));
/** Longest time for a finished Jest to exit, ms: an open handle must not hold up the run. */
const LINGER_MS = 15_000;

/** The Acequias of this run, kept from suite to suite, and for how many workers they were started. */
const running: RunningAcequia[] = [];
let workersServed = 0;

/** Starts what is missing of one Acequia per worker, and returns their folder. */
const serve = async (folder: string, workers: number): Promise<string> => {
  const kept = join(folder, 'acequias');
  running.push(...(await keepAcequias(kept, workers, workersServed)));
  workersServed = Math.max(workersServed, workers);
  return kept;
};

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
 * Most failed files that run once more, alone, to tell a race from a fault. A file that passes then still fails the run. More
 * failures than this are no coincidence, so they are not repeated.
 */
const SECOND_LOOK_FILES = 3;

interface JestRun {
  files?: string[];
  filters: readonly string[];
  live: boolean;
  kept: string | null;
}

/** Runs Jest over a suite, over its files below `filters`, or over its named files. Null when Jest ended without results. */
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

/** Jest expects patterns: this one matches exactly the folder or file. */
export const patternOf = (path: string): string => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export interface StageOptions {
  /** Folder for the results. */
  folder: string;
  /** Folders or files; none = everything. */
  filters: readonly string[];
}

/** Runs one suite of jest.config.mjs and counts. Results go to `folder`; without `live` the output is printed at the end. */
const runSuite = async (suite: Suite, { folder, filters }: StageOptions, live: boolean): Promise<Tally> => {
  const heading = `\n── ${suite}`;
  if (live) console.log(heading);
  const { workers, shares } = SETTINGS[suite];
  const kept = shares ? await serve(folder, workers) : null;
  const first = await runJest(suite, join(folder, `${suite}.json`), { filters, live, kept });
  const failed = first.results ? failedFiles(first.results) : [];
  const looksAgain = failed.length > 0 && failed.length <= SECOND_LOOK_FILES;
  if (looksAgain && live) console.log(`\n── ${suite}, otra vez lo que falló`);
  const second = looksAgain
    ? await runJest(suite, join(folder, `${suite}-2.json`), { files: failed, filters, live, kept })
    : null;
  if (!live) console.log([heading, first.output.trim(), second?.output.trim() ?? ''].join('\n').trimEnd());
  if (!first.results) return oneFailed(`[${suite}] Jest terminó sin resultados`);
  console.log(slowest(suite, first.results));
  return second?.results ? secondLook(suite, first.results, second.results) : tallyOf(suite, first.results);
};

/** Runs suites in parallel; the first prints while it runs. */
export const runStage = (suites: readonly Suite[], options: StageOptions): Promise<Tally[]> =>
  Promise.all(suites.map((suite, index) => runSuite(suite, options, index === 0)));

/** Stops the Acequias that the suites shared. */
export const stopAcequias = (): Promise<unknown> => Promise.allSettled(running.map((one) => one.stop()));
