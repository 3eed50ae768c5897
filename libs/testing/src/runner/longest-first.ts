import { statSync } from 'node:fs';

interface TestFile {
  path: string;
}

/** The slowest files, as listed in the runner's summary; they mostly wait. */
export const LONGEST = [
  ...[
    'accounts/pacing',
    'accounts/misbehaviour',
    'accounts/commands',
    'firmware/plan-faults',
    'src/run-service',
    'doors/dialects',
  ],
  ...['system/src/npm-start', 'system/src/comandos', 'system/src/backup', 'system/src/relay-cloud'],
  ...['system/src/avisos-telegram', 'system/src/turnos-enclavados', 'src/access-matrix', 'src/http-fuzz'],
  ...['browser/src/blocked-url', 'browser/src/failures', 'browser/src/operation', 'browser/src/cut'],
  ...['dispositivos/my-dispositivos', 'dispositivos/resumen', 'administration/adversity', 'administration/placas'],
  ...['browser/src/panel-switch', 'browser/src/code', 'browser/src/avisos', 'browser/src/session'],
].map((name) => `${name}.spec.ts`);

/**
 * Jest's order of files in parallel runs: the longest start first, so that none runs alone at the end. Without a cache, as in
 * CI, Jest knows only file sizes, which order the others.
 */
export default class LongestFirst {
  sort<T extends TestFile>(tests: readonly T[]): T[] {
    const size = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    const rank = ({ path }: TestFile): number => {
      const found = LONGEST.findIndex((name) => path.endsWith(name));
      return found === -1 ? LONGEST.length : found;
    };
    return [...tests].sort((a, b) => rank(a) - rank(b) || (size.get(b.path) ?? 0) - (size.get(a.path) ?? 0));
  }

  /** Jest also calls this; nothing is stored between runs. */
  allFailedTests<T>(tests: T): T {
    return tests;
  }
  cacheResults(): void {}
}
