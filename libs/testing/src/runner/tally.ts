import { basename } from 'node:path';

/** Counts of one step or suite. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Names and first lines of the failures, for the list at the end. */
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

/** The used fields of Jest's --json output. */
export interface JestResults {
  testResults: TestFileResults[];
}

interface TestFileResults {
  name: string;
  status: string;
  message?: string;
  /** ms since 1970. */
  startTime?: number;
  endTime?: number;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}

/** Paths of files with a failed test, or that could not run at all. */
export const failedFiles = ({ testResults }: JestResults): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/** Lines of a failure that are repeated at the end. */
const REASON_LINES = 6;

const reason = (message = ''): string =>
  message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .map((line) => `\n      ${line.trim()}`)
    .join('');

/** A file that could not run has no failed tests: it counts as one failure. */
export const tallyOf = (suite: string, { testResults }: JestResults): Tally =>
  sum(
    testResults.map(({ name, status, message, assertionResults }) => {
      const of = (...wanted: string[]) => assertionResults.filter((test) => wanted.includes(test.status));
      const failures = of('failed').map(
        ({ fullName, failureMessages }) => `[${suite}] ${name}: ${fullName}${reason(failureMessages?.[0])}`,
      );
      if (status === 'failed' && failures.length === 0)
        failures.push(`[${suite}] ${name}: no se pudo ejecutar${reason(message)}`);
      const skipped = of('pending', 'todo', 'skipped', 'disabled').length;
      return { ...nothing(), passed: of('passed').length, failed: failures.length, skipped, failures };
    }),
  );

/** Result of a suite whose failed files ran once more. A file that passes then has a race, in the test or in the product: it fails too. */
export const secondLook = (suite: string, first: JestResults, second: JestResults): Tally => {
  const again = new Set(second.testResults.map(({ name }) => name));
  const steady = first.testResults.filter(({ name }) => !again.has(name));
  const decided = tallyOf(suite, { testResults: [...steady, ...second.testResults] });
  const still = new Set(failedFiles(second));
  const healed = first.testResults.filter(({ name }) => again.has(name) && !still.has(name));
  const races = tallyOf(suite, { testResults: healed }).failures;
  return {
    ...decided,
    passed: Math.max(0, decided.passed - races.length),
    failed: decided.failed + races.length,
    failures: [...decided.failures, ...races.map((name) => `${name}\n      (pasó al segundo intento)`)],
  };
};

/** The slowest files of a suite, in seconds. */
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

/** The last line of a run. */
export const lastLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A run without any test has proved nothing. */
export const exitCode = ({ passed, failed }: Tally): 0 | 1 => (failed > 0 || passed === 0 ? 1 : 0);
