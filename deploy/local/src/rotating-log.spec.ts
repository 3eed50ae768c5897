import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RotatingLog } from './rotating-log.js';

describe('the log of a service', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'acequia-log-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('never keeps more than the newest two files of the given size', () => {
    const path = join(folder, 'a.log');
    const log = new RotatingLog(path, 1_000);
    for (let n = 0; n < 100; n++) log.write(`${String(n).padStart(99, '.')}\n`);
    log.close();
    expect(readdirSync(folder).sort()).toEqual(['a.log', 'a.log.1']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_100);
    expect(readFileSync(path, 'utf8').trim().endsWith('99')).toBe(true);
  });

  it('goes on where an earlier start ended', () => {
    const path = join(folder, 'a.log');
    for (const line of ['uno\n', 'dos\n']) {
      const log = new RotatingLog(path);
      log.write(line);
      log.close();
    }
    expect(readFileSync(path, 'utf8')).toBe('uno\ndos\n');
  });

  it('loses lines, not the launcher, where it cannot be written', () => {
    const log = new RotatingLog(join(folder, 'missing', 'a.log'));
    log.write('uno\n');
    log.close();
    expect(log.lastLine()).toBe('uno');
  });

  it.each([
    ['plain\nlast words\n', 'last words'],
    ['{"level":50,"msg":"no pude","err":{"message":"ECONNREFUSED"}}\n', 'no pude: ECONNREFUSED'],
    ['{"broken\n', '{"broken'],
  ])('gives the last words of %j', (text, words) => {
    const log = new RotatingLog(join(folder, 'a.log'));
    log.write(text);
    expect(log.lastLine()).toBe(words);
    log.close();
  });
});
