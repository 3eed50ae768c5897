import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\0')
  .filter((path) => /\.(ts|tsx|mjs|md|cpp|hpp|yaml|yml)$/.test(path) && existsSync(join(root, path)));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const rulePages = tracked.filter((path) => path.startsWith('docs/product/'));
const rules = rulePages.flatMap((path) =>
  [...read(path).matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map((match) => match[1]!),
);
const prefixes = [...new Set(rules.map((rule) => rule.split('-')[0]))];
const RULE = new RegExp(`\\b(?:${prefixes.join('|')})-\\d+\\b`, 'g');
/** Assembled from parts, so that this file does not match its own pattern. */
const OUTSIDE = new RegExp(`\\b(?:${['spec', 'design'].join('|')})(?: sections?)? \\d+(?:\\.\\d+)?\\b`, 'gi');

const lines = (pattern: RegExp, wrong: (match: string) => boolean): string[] =>
  tracked.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(pattern)].filter(([match]) => wrong(match)).map(([match]) => `${path}:${index + 1} ${match}`),
      ),
  );

describe('references in the repository', () => {
  it('gives each product rule one id', () => {
    expect(rules.length).toBeGreaterThan(80);
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
  });

  it('names only product rules that exist', () => {
    expect(lines(RULE, (match) => !rules.includes(match))).toEqual([]);
  });

  it('points at no document outside the repository', () => {
    expect(lines(OUTSIDE, () => true)).toEqual([]);
  });

  it('links only to files that exist', () => {
    const broken = tracked
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...read(path).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
          .map((match) => match[1]!)
          .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(path), target)))
          .map((target) => `${path}: ${target}`),
      );
    expect(broken).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    const missing = tracked
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...read(path).matchAll(/`((?:apps|libs|deploy|firmware-bridge|tests|docs)\/[\w./-]+)`/g)]
          .map((match) => match[1]!)
          .filter((target) => !existsSync(join(root, target)))
          .map((target) => `${path}: ${target}`),
      );
    expect(missing).toEqual([]);
  });
});
