import { spawn } from 'node:child_process';
import { endProcess, identityOf, isAlive, startIn } from './process-identity.js';

describe('ending a process by its identity', () => {
  const sleeper = (...script: string[]) => {
    const child = spawn('sh', script.length > 0 ? ['-c', ...script] : ['-c', 'exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const identity = identityOf(child.pid ?? 0);
    if (!identity) throw new Error('no process');
    return { child, identity };
  };

  it('waits until it is gone', async () => {
    const { identity } = sleeper();
    await endProcess(identity);
    expect(isAlive(identity)).toBe(false);
  });

  it('ends one that ignores SIGTERM, after its patience', async () => {
    const { child, identity } = sleeper("trap '' TERM; echo ready; while :; do sleep 1; done");
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    await endProcess(identity, 'SIGTERM', 200);
    expect(isAlive(identity)).toBe(false);
  });

  it('leaves alone a later process that was given the same pid', async () => {
    const { identity } = sleeper();
    await endProcess({ ...identity, began: 'earlier' });
    expect(isAlive(identity)).toBe(true);
    await endProcess(identity);
  });
});

describe('what /proc tells of a process', () => {
  const stat = (state: string, threads: number): string =>
    `71 (a (strange) name) ${state} 1 71 71 0 -1 4194560 9 0 0 0 4 2 0 0 20 0 ${threads} 0 88123 0 0`;

  it('is alive while it runs, and while threads of it still hold its ports after its main thread ended', () => {
    expect(startIn(stat('S', 11))).toBe('88123');
    expect(startIn(stat('Z', 2))).toBe('88123');
  });

  it('has ended as a zombie without further threads, or without an entry', () => {
    expect(startIn(stat('Z', 1))).toBeNull();
    expect(startIn('')).toBeNull();
  });
});
