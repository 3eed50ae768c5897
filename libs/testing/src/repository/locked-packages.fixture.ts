import { dirname, posix } from 'node:path';
import { read } from './compose.fixture.js';

interface Locked {
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The key of `name` as a file of the package at `from` finds it, looking upwards; undefined = not installed. */
const found = (packages: Record<string, Locked>, from: string, name: string): string | undefined => {
  for (let at = from; ; at = dirname(at)) {
    const key = posix.join(at === '.' ? '' : at, 'node_modules', name);
    if (packages[key]) return key;
    if (at === '.' || at === '') return undefined;
  }
};

/** What `npm ci --omit=dev -w …` puts into a folder, by the lockfile: folders of packages, and links to workspaces. */
export const productionPackages = (workspaces: string[]): { folders: string[]; links: Map<string, string> } => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  const links = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const { dependencies, optionalDependencies, peerDependencies } = packages[key]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const installed = found(packages, key, name);
      if (installed === undefined) continue;
      const { link, resolved = '' } = packages[installed]!;
      if (link) links.set(installed, resolved);
      visit(link ? resolved : installed);
    }
  };
  for (const workspace of workspaces) {
    const [name, { resolved = '' }] = Object.entries(packages).find(
      ([, one]) => one.link && one.resolved === workspace,
    )!;
    links.set(name, resolved);
    visit(workspace);
  }
  return { folders: [...seen].filter((key) => key.includes('node_modules/')), links };
};
