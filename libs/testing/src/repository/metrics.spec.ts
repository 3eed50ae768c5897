import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../runner/command.js';
import { metricsOfTheCode } from './metrics.js';

const ROW = /^\| `(acequia_\w+)`\s*\| (\w+)\s*\|([^|]*)\|/gm;

describe('docs/metrics.md', () => {
  it('lists each metric of the code with its type and labels, and no other', () => {
    const listed = [...readFileSync(join(ROOT, 'docs/metrics.md'), 'utf8').matchAll(ROW)].map(
      ([, name, type, labels]) => [name, type, [...labels!.matchAll(/`([a-z]+)`/g)].map((match) => match[1]).sort()],
    );
    const defined = [...metricsOfTheCode()].map(([name, { type, labels }]) => [name, type, [...labels].sort()]);
    expect(listed.sort()).toEqual(defined.sort());
  });

  it('finds no label that grows with companies, people or boards', () => {
    const labels = new Set([...metricsOfTheCode().values()].flatMap((metric) => metric.labels));
    expect(
      [...labels].filter((label) => /empresa|usuario|placa|switch|dispositivo|cuenta|^id$|_id$/.test(label)),
    ).toEqual([]);
  });
});
