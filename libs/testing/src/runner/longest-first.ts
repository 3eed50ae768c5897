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
  ...['system/src/npm-start', 'system/src/comandos', 'system/src/avisos-entrega', 'system/src/backup'],
  ...['src/access-matrix', 'src/http-fuzz', 'administration/access', 'dispositivos/my-dispositivos'],
  ...['src/operation', 'src/mi-campo', 'administration/usuarios', 'administration/empresas', 'administration/placas'],
  ...['administration/adversity', 'src/cut', 'src/failures'],
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
