import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** As built before the specs run, because a process cannot run TypeScript. */
const MAIN = fileURLToPath(new URL('../../dist/spec-support/fixture-service.js', import.meta.url));

/** A service run as a process; collects its log lines. */
export class ServiceProcess {
  readonly lines: Record<string, unknown>[] = [];
  readonly errors: string[] = [];
  private readonly exit: Promise<unknown[]>;
  private changed: (() => void)[] = [];

  constructor(private readonly child: ChildProcess) {
    this.exit = once(child, 'close');
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Record<string, unknown>);
      for (const wake of this.changed.splice(0)) wake();
    });
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => this.errors.push(line));
    void this.exit.then(() => this.changed.splice(0).forEach((wake) => wake()));
  }

  static start(env: Record<string, string>): ServiceProcess {
    return new ServiceProcess(spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The first log line with this message. */
  async said(message: string): Promise<Record<string, unknown>> {
    for (;;) {
      const line = this.lines.find(({ msg }) => msg === message);
      if (line) return line;
      if (!this.running)
        throw new Error(`ended without "${message}": ${JSON.stringify(this.lines)} ${this.errors.join()}`);
      await new Promise<void>((resolve) => this.changed.push(resolve));
    }
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Exit code, null when a signal ended it. */
  async ended(): Promise<number | null> {
    return (await this.exit)[0] as number | null;
  }
}
