import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROMISES = 61;

interface Row {
  number: number;
  promise: string;
  tested: string;
}

const rows: Row[] = [
  ...readFileSync(`${ROOT}SECURITY.md`, 'utf8').matchAll(/^\| (\d+) +\| (.+?) +\| (.+?) +\|$/gm),
].map(([, number, promise = '', tested = '']) => ({ number: Number(number), promise, tested }));

describe('SECURITY.md', () => {
  it('has every promise once, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: PROMISES }, (_, index) => index + 1));
  });

  it.each(rows)('$number. names tests that exist, or says that there is none', ({ tested }) => {
    const files = [...tested.matchAll(/`([^`]+\.spec\.ts)`/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(`${ROOT}${file}`))).toEqual([]);
    if (files.length === 0) expect(tested).toMatch(/^no test yet/);
  });

  it('counts as tested in this suite only what carries its number here', () => {
    for (const { number, tested } of rows)
      for (const [, file = ''] of tested.matchAll(/`(tests\/security\/src\/[^`]+)`/g))
        expect([file, readFileSync(`${ROOT}${file}`, 'utf8')]).toEqual([
          file,
          expect.stringMatching(`['"\`]${number}\\. `),
        ]);
  });
});
