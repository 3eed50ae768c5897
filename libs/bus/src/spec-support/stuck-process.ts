import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Runs stuck-instance.ts in its own process. */
export class StuckProcess {
  private constructor(private readonly child: ChildProcess) {}

  static async start(redisUrl: string): Promise<StuckProcess> {
    const child = fork(file('./stuck-instance.ts'), [redisUrl], {
      execArgv: ['--conditions=acequia-source', '--import', file('./run-typescript.mjs')],
      env: { PATH: process.env['PATH'] },
    });
    const started = new StuckProcess(child);
    await started.says('ready');
    return started;
  }

  /** Resolves when the process reports `what`: `ready`, or the name of a call it has taken. */
  says(what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.child.on('message', (message) => message === what && resolve());
      this.child.on('exit', () => reject(new Error(`the process ended before it said ${what}`)));
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
  }
}
