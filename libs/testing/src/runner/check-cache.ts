import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.js';

/** What ESLint's boundary rule reads of Nx's graph. */
export interface ProjectGraph {
  nodes: Record<string, { data: { root: string; tags?: string[] } }>;
  dependencies: Record<string, { target: string; type: string }[]>;
}

const digestOf = (...texts: string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 16);
};

/** The same for graphs that name the same projects, tags and dependencies, in whatever order. */
export const graphDigest = ({ nodes, dependencies }: ProjectGraph): string => {
  const projects = Object.entries(nodes).map(([name, { data }]) => [name, data.root, ...(data.tags ?? []).toSorted()]);
  const arrows = Object.entries(dependencies).flatMap(([name, ones]) =>
    ones.map((one) => [name, one.target, one.type]),
  );
  return digestOf(JSON.stringify([...projects, ...arrows].map((one) => one.join(' ')).toSorted()));
};

/**
 * Options with which a check passes over files whose content it has passed before. Both tools look again at every file when their
 * version or settings change; here also when a package or compiler setting does, or `more`.
 */
export const cached = (tool: 'eslint' | 'prettier', more = ''): string[] => {
  const folder = join(ROOT, 'node_modules/.cache', tool);
  mkdirSync(folder, { recursive: true });
  const settings = ['package-lock.json', 'tsconfig.base.json'].map((name) => readFileSync(join(ROOT, name), 'utf8'));
  const name = `passed-${digestOf(...settings, more)}`;
  for (const other of readdirSync(folder)) if (other !== name) rmSync(join(folder, other), { force: true });
  const file = join(folder, name);
  return ['--cache', '--cache-strategy', 'content', '--cache-location', file];
};
