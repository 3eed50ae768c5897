import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser, installCommands, missingLine, TEST_RUN } from '@acequia/local';
import { dockerAnswers } from '../containers.js';
import { startServer, stopServer, type SharedServer } from '../shared-postgres.js';
import { readArguments, runStage, STAGES, stopAcequias, type Suite } from './jest-suite.js';
import { runToolsOn } from './command.js';
import { installNode } from './node.js';
import { staticChecks } from './static-checks.js';
import { sweep } from './sweep.js';
import { exitCode, lastLine, oneFailed, sum, type Tally } from './tally.js';

const say = (line: string): void => console.log(line);
/** g++ compiles the firmware's core for this computer. */
const PROGRAMS = ['redis-server', 'mosquitto', 'mosquitto_pub', 'g++'];
/** Around a big installation, all of them packages of Debian. */
const SCALE_PROGRAMS = ['caddy', 'haproxy', 'pgbouncer', 'prometheus', 'promtool', 'kubectl', 'pg_dump'];

/** A modem behind a terminal, driven by the daemon of Debian. */
const FAULTS_PROGRAMS = ['gammu-smsd', 'socat'];

const argumentsOrExit = (names: string[]): ReturnType<typeof readArguments> => {
  try {
    return readArguments(names);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
};

/** For an engine of its own, where none answers. */
const CONTAINER_PROGRAMS = ['runc', 'iptables', 'ip', 'debootstrap'];

/** State of one run: its id, its temporary folder, and the cleanup at its end. */
class TestRun {
  private readonly id = randomBytes(8).toString('hex');
  private readonly folder = mkdtempSync(join(tmpdir(), 'acequia-test-'));
  private readonly tallies: Tally[] = [];
  private server: SharedServer | null = null;
  private ended: Promise<number> | null = null;

  constructor(
    private readonly suites: Suite[],
    private readonly filters: string[],
  ) {
    chmodSync(this.folder, 0o755); // PostgreSQL's user needs access.
    process.env[TEST_RUN] = this.id;
    process.env['TMPDIR'] = this.folder;
  }

  async run(withStaticChecks: boolean): Promise<void> {
    const scale = this.suites.includes('scale') ? SCALE_PROGRAMS : [];
    const faults = this.suites.includes('faults') ? FAULTS_PROGRAMS : [];
    const containers = this.suites.includes('containers') && !(await dockerAnswers()) ? CONTAINER_PROGRAMS : [];
    const missing = await installCommands([...PROGRAMS, ...scale, ...faults, ...containers], say);
    if (this.suites.includes('browser') && !(await installBrowser(say))) missing.push('chromium');
    if (missing.length > 0) {
      say(missingLine(missing));
      this.tallies.push(oneFailed(`instalar ${missing.join(', ')}`));
    }
    runToolsOn(installNode(say));
    if (withStaticChecks) this.tallies.push(...(await staticChecks()));
    await this.prepareServer();
    for (const stage of STAGES) {
      const suites = stage.filter((suite) => this.suites.includes(suite));
      if (suites.length > 0)
        this.tallies.push(...(await runStage(suites, { folder: this.folder, filters: this.filters })));
    }
  }

  /** Stops what still runs, prints the sum and returns the exit code. */
  end(): Promise<number> {
    this.ended ??= this.finish();
    return this.ended;
  }

  fail(name: string): void {
    this.tallies.push(oneFailed(name));
  }

  /** One PostgreSQL for this process and its children. */
  private async prepareServer(): Promise<void> {
    if (process.env['TEST_DATABASE_URL']) return;
    this.server = await startServer(join(this.folder, 'postgres'));
    process.env['TEST_DATABASE_URL'] = this.server.url;
  }

  private async finish(): Promise<number> {
    await stopAcequias();
    if (this.server) stopServer(this.server);
    await sweep(this.id, this.folder);
    // A process that is just ending may still write into the folder.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    const total = sum(this.tallies);
    if (total.failures.length > 0) say(`\nFallaron:\n${total.failures.map((name) => `  ✗ ${name}`).join('\n')}`);
    say(`\n${lastLine(total)}`);
    return exitCode(total);
  }
}

/**
 * Runs `npm test` after the build: the checks and all suites, or only the named suites, folders and files. The last line
 * printed is `N passed, N failed`; exits with 1 when something failed or nothing ran.
 */
export const runTests = async (names: string[]): Promise<void> => {
  const { suites, filters, all } = argumentsOrExit(names);
  const run = new TestRun(suites, filters);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      run.fail(`interrumpido (${signal})`);
      void run.end().then((code) => process.exit(code));
    });
  try {
    await run.run(all);
  } catch (error) {
    run.fail(`npm test: ${(error as Error).message}`);
  }
  process.exit(await run.end());
};
