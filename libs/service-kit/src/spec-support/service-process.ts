import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * Compiles the current sources into a folder where Node finds their packages, because a process cannot run TypeScript.
 * `@acequia/contracts` is compiled too, so the spec does not depend on a fresh build.
 */
export const compile = (): { folder: string; remove(): void } => {
  const folder = join(ROOT, 'node_modules/.cache', `service-kit-spec-${process.pid}`);
  const swc = join(dirname(createRequire(import.meta.url).resolve('@swc/cli/package.json')), 'bin/swc.js');
  const packages = { 'service-kit': 'src', 'node_modules/@acequia/contracts': 'src' };
  for (const [into, from] of Object.entries(packages)) {
    const source = into === 'service-kit' ? 'libs/service-kit' : 'libs/contracts';
    mkdirSync(join(folder, into), { recursive: true });
    execFileSync(
      process.execPath,
      [
        swc,
        from,
        '-d',
        join(folder, into, 'dist'),
        '--config-file',
        join(ROOT, '.swcrc'),
        '--strip-leading-paths',
        '-q',
      ],
      { cwd: join(ROOT, source), env: { PATH: process.env['PATH'] } },
    );
    execFileSync('cp', [join(ROOT, source, 'package.json'), join(folder, into)]);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

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

  static start(folder: string, env: Record<string, string>): ServiceProcess {
    const main = join(folder, 'service-kit/dist/spec-support/fixture-service.js');
    return new ServiceProcess(spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
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
