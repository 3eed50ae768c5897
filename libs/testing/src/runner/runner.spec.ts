import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf, isAlive, TEST_RUN } from '@acequia/local';
import { RedisServer } from '../index.js';
import LongestFirst from './longest-first.js';
import { processesOf, sweep } from './sweep.js';
import { exitCode, lastLine, nothing, oneFailed, onePassed, slowest, sum, tallyOf, type JestResults } from './tally.js';

const results = (over: Partial<JestResults> = {}): JestResults => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...over,
});

describe('the sum of a test run', () => {
  it('ends with the plain line, which mentions skipped tests only when there are any', () => {
    const total = sum([onePassed(), oneFailed('lint'), tallyOf('unit', results())]);
    expect(lastLine(total)).toBe('4 passed, 1 failed');
    expect(lastLine({ ...total, skipped: 2 })).toBe('4 passed, 1 failed, 2 skipped');
  });

  it('counts a file that could not be run as a failure', () => {
    const broken = { name: 'a.spec.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] };
    expect(tallyOf('unit', results({ testResults: [broken] }))).toMatchObject({ passed: 3, failed: 1 });
  });

  it('names each failed test once', () => {
    const assertionResults = [
      { fullName: 'good', status: 'passed' },
      { fullName: 'bad', status: 'failed' },
    ];
    const file = { name: 'a.spec.ts', status: 'failed', assertionResults };
    const tally = tallyOf('unit', results({ numPassedTests: 1, numFailedTests: 1, testResults: [file] }));
    expect(tally).toEqual({ passed: 1, failed: 1, skipped: 0, failures: ['[unit] a.spec.ts: bad'] });
  });

  it('names the files that took longest', () => {
    const file = (name: string, seconds: number) => ({
      ...{ name: `/repo/src/${name}`, status: 'passed', assertionResults: [] },
      ...{ startTime: 1_000, endTime: 1_000 + seconds * 1_000 },
    });
    const testResults = [file('a.spec.ts', 3), file('b.spec.ts', 40), file('c.spec.ts', 7)];
    expect(slowest('unit', results({ testResults }), 2)).toBe(
      'unit: 50 s en 3 archivos; los más largos: b.spec.ts 40, c.spec.ts 7',
    );
  });

  it('is a failure when something failed, and when nothing ran', () => {
    expect(exitCode(onePassed())).toBe(0);
    expect(exitCode(sum([onePassed(), oneFailed('x')]))).toBe(1);
    expect(exitCode(nothing())).toBe(1);
  });
});

describe('the order of files', () => {
  it('begins with those that are known to be long, then the largest, and loses none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-order-'));
    const file = (name: string, size: number) => {
      writeFileSync(join(folder, name), 'x'.repeat(size));
      return { path: join(folder, name) };
    };
    mkdirSync(join(folder, 'relay-cloud'));
    const files = [file('a.spec.ts', 1), file('b.spec.ts', 9), file('relay-cloud/pacing.spec.ts', 3)];
    expect(new LongestFirst().sort(files)).toEqual([files[2], files[1], files[0]]);
    rmSync(folder, { recursive: true });
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
