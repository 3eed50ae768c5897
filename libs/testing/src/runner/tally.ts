import { basename } from 'node:path';

/** Counts of one step or suite. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of what failed, for the list at the end. */
  failures: string[];
}

export const nothing = (): Tally => ({ passed: 0, failed: 0, skipped: 0, failures: [] });
export const onePassed = (): Tally => ({ ...nothing(), passed: 1 });
export const oneFailed = (name: string): Tally => ({ ...nothing(), failed: 1, failures: [name] });

export const sum = (tallies: Tally[]): Tally =>
  tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      failures: [...all.failures, ...one.failures],
    }),
    nothing(),
  );

/** What Jest's --json writes, as far as it is read here. */
export interface JestResults {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    /** ms since 1970. */
    startTime?: number;
    endTime?: number;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** A file that could not even be run has no failed tests of its own: it counts as one failure. */
export const tallyOf = (suite: string, results: JestResults): Tally => {
  const tests = results.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `[${suite}] ${name}: ${fullName}`),
  );
  const files = results.testResults
    .filter(({ status, assertionResults }) => {
      return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
    })
    .map(({ name }) => `[${suite}] ${name}: no se pudo ejecutar`);
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + files.length,
    skipped: results.numPendingTests + results.numTodoTests,
    failures: [...tests, ...files],
  };
};

/** Where the time of a suite went: its longest files, in seconds. */
export const slowest = (suite: string, { testResults }: JestResults, count = 5): string => {
  const files = testResults
    .map(({ name, startTime = 0, endTime = 0 }) => ({
      name: basename(name),
      s: Math.round((endTime - startTime) / 1000),
    }))
    .sort((a, b) => b.s - a.s);
  const named = files.slice(0, count).map(({ name, s }) => `${name} ${s}`);
  return `${suite}: ${files.reduce((sum, { s }) => sum + s, 0)} s en ${files.length} archivos; los más largos: ${named.join(', ')}`;
};

/** The plain last line of a run. */
export const lastLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A run in which nothing ran has shown nothing. */
export const exitCode = ({ passed, failed }: Tally): 0 | 1 => (failed > 0 || passed === 0 ? 1 : 0);
