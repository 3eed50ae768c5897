import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { identityOf, isAlive, TEST_RUN } from '@acequia/local';
import { RedisServer } from '../index.js';
import { ROOT, runTool } from './command.js';
import { patternOf, readArguments, SUITES } from './jest-suite.js';
import LongestFirst, { LONGEST } from './longest-first.js';
import { processesOf, sweep } from './sweep.js';
import {
  exitCode,
  failedFiles,
  lastLine,
  nothing,
  oneFailed,
  onePassed,
  secondLook,
  slowest,
  sum,
  tallyOf,
  type JestResults,
} from './tally.js';

const file = (name: string, statuses: Record<string, string>): JestResults['testResults'][number] => ({
  name,
  status: Object.values(statuses).includes('failed') ? 'failed' : 'passed',
  assertionResults: Object.entries(statuses).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? [`${fullName} is wrong\n\n    at line 1`] : [],
  })),
});

describe('the sum of a test run', () => {
  it('ends with the plain line, which mentions skipped tests only when there are any', () => {
    const total = sum([
      onePassed(),
      oneFailed('lint'),
      tallyOf('unit', { testResults: [file('a.spec.ts', { one: 'passed', two: 'passed', three: 'passed' })] }),
    ]);
    expect(lastLine(total)).toBe('4 passed, 1 failed');
    expect(lastLine({ ...total, skipped: 2 })).toBe('4 passed, 1 failed, 2 skipped');
  });

  it('counts a file that could not be run as a failure', () => {
    const broken = { name: 'b.spec.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] };
    const tally = tallyOf('unit', { testResults: [file('a.spec.ts', { good: 'passed', later: 'todo' }), broken] });
    expect(tally).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    expect(tally.failures).toEqual(['[unit] b.spec.ts: no se pudo ejecutar\n      SyntaxError']);
  });

  it('names each failed test once, with the beginning of why', () => {
    const tally = tallyOf('unit', { testResults: [file('a.spec.ts', { good: 'passed', bad: 'failed' })] });
    expect(tally).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: ['[unit] a.spec.ts: bad\n      bad is wrong\n      at line 1'],
    });
  });

  it('runs what failed once more, and tells what the first run said', () => {
    const steady = file('a.spec.ts', { good: 'passed' });
    const first = [steady, file('b.spec.ts', { one: 'failed', two: 'passed' }), file('c.spec.ts', { three: 'failed' })];
    expect(failedFiles({ testResults: first })).toEqual(['b.spec.ts', 'c.spec.ts']);
    const second = [file('b.spec.ts', { one: 'passed', two: 'passed' }), file('c.spec.ts', { three: 'failed' })];
    const tally = secondLook('browser', { testResults: first }, { testResults: second });
    expect(tally).toMatchObject({ passed: 2, failed: 2 });
    expect(tally.failures).toEqual([
      expect.stringContaining('[browser] c.spec.ts: three'),
      expect.stringMatching(/\[browser\] b.spec.ts: one[^]*pasó al segundo intento/),
    ]);
  });

  it('fails when a test passed at the second attempt only', () => {
    const first = { testResults: [file('a.spec.ts', { one: 'passed' }), file('b.spec.ts', { two: 'failed' })] };
    const second = { testResults: [file('b.spec.ts', { two: 'passed' })] };
    const tally = secondLook('unit', first, second);
    expect(tally).toMatchObject({ passed: 1, failed: 1 });
    expect(exitCode(tally)).toBe(1);
  });

  it('names the files that took longest', () => {
    const lasting = (name: string, seconds: number) => ({
      ...file(`/repo/src/${name}`, {}),
      startTime: 1_000,
      endTime: 1_000 + seconds * 1_000,
    });
    const testResults = [lasting('a.spec.ts', 3), lasting('b.spec.ts', 40), lasting('c.spec.ts', 7)];
    expect(slowest('unit', { testResults }, 2)).toBe(
      'unit: 50 s en 3 archivos; los más largos: b.spec.ts 40, c.spec.ts 7',
    );
  });

  it('is a failure when something failed, and when nothing ran', () => {
    expect(exitCode(onePassed())).toBe(0);
    expect(exitCode(sum([onePassed(), oneFailed('x')]))).toBe(1);
    expect(exitCode(nothing())).toBe(1);
  });
});

describe('the arguments of a test run', () => {
  it('may name suites, and folders or files: only their files run', async () => {
    expect(readArguments([])).toEqual({ suites: SUITES, filters: [], all: true });
    expect(readArguments(['unit', 'libs/bus'])).toEqual({ suites: ['unit'], filters: ['libs/bus'], all: false });
    expect(readArguments(['libs/testing/src/testing.spec.ts']).suites).toEqual(SUITES);
    const listed = ['--selectProjects', 'unit', '--listTests', ...['libs/testing/', 'nx.json'].map(patternOf)];
    const { output } = await runTool('jest/bin/jest.js', listed);
    const files = output.split('\n').filter((line) => line.endsWith('.spec.ts'));
    expect(files).toContainEqual(expect.stringContaining('libs/testing/src/runner/runner.spec.ts'));
    expect(files.filter((name) => !name.includes('libs/testing/'))).toEqual([]);
  });

  it('may not name what is neither a suite nor there', () => {
    expect(() => readArguments(['unit', 'libs/nowhere'])).toThrow(
      'No hay una suite ni una carpeta o archivo "libs/nowhere"',
    );
  });
});

describe('the order of files', () => {
  it('begins with those that are known to be long, then the largest, and loses none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-order-'));
    const sized = (name: string, size: number) => {
      writeFileSync(join(folder, name), 'x'.repeat(size));
      return { path: join(folder, name) };
    };
    mkdirSync(join(folder, 'accounts'));
    const files = [sized('a.spec.ts', 1), sized('b.spec.ts', 9), sized('accounts/pacing.spec.ts', 3)];
    expect(new LongestFirst().sort(files)).toEqual([files[2], files[1], files[0]]);
    rmSync(folder, { recursive: true });
  });

  it('names files that exist', async () => {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '*.spec.ts'], { cwd: ROOT });
    const files = stdout.split('\n');
    expect(LONGEST.filter((name) => !files.some((path) => path.endsWith(name)))).toEqual([]);
  });
});

describe('the sweep after a test run', () => {
  it('ends what carries the mark of the run or lives in its folder, and nothing else', async () => {
    const run = `spec-${process.pid}`;
    const folder = mkdtempSync(join(tmpdir(), 'acequia-sweep-'));
    const sleep = (options: object) => identityOf(spawn('sleep', ['60'], { stdio: 'ignore', ...options }).pid ?? 0);
    const marked = sleep({ env: { ...process.env, [TEST_RUN]: run } });
    const inside = sleep({ cwd: folder });
    const stranger = sleep({ cwd: '/' });
    const redis = await RedisServer.start();
    if (!marked || !inside || !stranger) throw new Error('no process');

    expect(processesOf(run, folder).sort()).toEqual([marked.pid, inside.pid].sort());
    await sweep(run, folder);
    expect([marked, inside, stranger].map(isAlive)).toEqual([false, false, true]);
    expect(identityOf(redis.pid)).not.toBeNull();

    process.kill(stranger.pid);
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});
