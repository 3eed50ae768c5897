import { spawn } from 'node:child_process';
import { endProcess, identityOf, isAlive } from './process-identity.js';

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
