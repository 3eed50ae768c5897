import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Package {
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const file = fileURLToPath(new URL('../../../package-lock.json', import.meta.url));
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Package> };

/** Folders in which Node looks for a dependency from a package's folder, nearest first. */
const lookups = (from: string, name: string): string[] => {
  const folders = [from];
  for (let at = from; at !== '';) {
    at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '';
    if (!at.endsWith('node_modules')) folders.push(at);
  }
  return folders.map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
};

/** Dependencies without an entry, as `who needs what`. */
const missing = (needs: (one: Package) => string[]): string[] =>
  Object.entries(packages).flatMap(([path, one]) =>
    needs(one)
      .filter((name) => !lookups(path, name).some((place) => place in packages))
      .map((name) => `${path} needs ${name}`),
  );

// `npm ci` refuses a lockfile that lacks one, and npm on one platform leaves out the optional packages of the others.
describe('the lockfile', () => {
  it('has an entry for every optional dependency, whatever platform it is for', () => {
    expect(missing(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))).toEqual([]);
  });

  it('has an entry for every dependency, and for every peer that is not optional', () => {
    const needed = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }: Package): string[] => [
      ...Object.keys(dependencies),
      ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
    ];
    expect(missing(needed)).toEqual([]);
  });

  it('names no registry host: packages come from the one that npm is configured for', () => {
    const hosts = Object.values(packages).filter(({ resolved, link }) => resolved !== undefined && !link);
    expect(hosts).toEqual([]);
  });
});
