import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\0')
  .filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)));
const known = new Set(tracked);

const RELATIVE = /^(?:import|export)\s(?:[^;'"]*?from\s+)?'(\.[^']+)\.js';/gm;

/** The files that a file imports by a relative path, types included. */
const importsOf = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(RELATIVE)].flatMap(([, target = '']) => {
    const base = normalize(join(dirname(path), target));
    return [`${base}.ts`, `${base}.tsx`].filter((candidate) => known.has(candidate));
  });

/** The first circle that is met from each file, once. */
const circles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, way: string[]): void => {
    const seenAt = way.indexOf(path);
    if (seenAt >= 0) found.push([...way.slice(seenAt), path]);
    if (seenAt >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
};

describe('imports inside a project', () => {
  const graph = new Map(tracked.map((path) => [path, importsOf(path)]));

  it('are all found', () => {
    expect([...graph.values()].flat().length).toBeGreaterThan(tracked.length);
  });

  it('form no circle, not even of types', () => {
    expect(circles(graph)).toEqual([]);
  });

  it('that form a circle are named in their order', () => {
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(circles(circle)).toEqual([['a', 'b', 'c', 'a']]);
  });
});
