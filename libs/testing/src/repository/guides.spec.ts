import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../runner/command.js';

const SOURCES = ['apps/web/src', 'libs/contracts/src', 'firmware-bridge/esp32/GUIA.md'];
const texts = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...SOURCES], {
  cwd: ROOT,
})
  .toString()
  .split('\0')
  .filter((path) => /\.(ts|tsx|md)$/.test(path) && !path.includes('.spec.') && existsSync(join(ROOT, path)))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n');

describe('docs/es/tecnico.md', () => {
  const guide = readFileSync(join(ROOT, 'docs/es/tecnico.md'), 'utf8');

  it('quotes only what the console, or the guide of the board, really says', () => {
    const quoted = [...guide.matchAll(/«([^»]+)»/g)].map((match) => match[1]!).filter((text) => text !== 'comillas');
    expect(quoted.length).toBeGreaterThan(15);
    expect(quoted.filter((text) => !texts.includes(text))).toEqual([]);
  });

  it('explains every light that the guide of the board knows', () => {
    const lights = (text: string): string[] =>
      [
        ...text
          .split('## Qué dice el LED')[1]!
          .split('\n## ')[0]!
          .matchAll(/^\| ([^|]+?)\s*\|/gm),
      ]
        .map((match) => match[1]!)
        .slice(2);
    expect(lights(guide)).toEqual(lights(readFileSync(join(ROOT, 'firmware-bridge/esp32/GUIA.md'), 'utf8')));
  });
});
