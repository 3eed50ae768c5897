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

/** The plain last line of a run. */
export const lastLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A run in which nothing ran has shown nothing. */
export const exitCode = ({ passed, failed }: Tally): 0 | 1 => (failed > 0 || passed === 0 ? 1 : 0);
