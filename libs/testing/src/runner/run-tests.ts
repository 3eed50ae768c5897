import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installBrowser, installCommands, missingLine, TEST_RUN } from '@acequia/local';
import { startServer, stopServer, type SharedServer } from '../shared-postgres.js';
import { runStage, STAGES, stopAcequias, SUITES, type Suite } from './jest-suite.js';
import { staticChecks } from './static-checks.js';
import { sweep } from './sweep.js';
import { exitCode, lastLine, oneFailed, sum, type Tally } from './tally.js';

const say = (line: string): void => console.log(line);
const list = (sign: string, names: string[]): string => names.map((name) => `  ${sign} ${name}`).join('\n');
/** g++: the firmware's core is compiled for this computer and tested on it. */
const PROGRAMS = ['redis-server', 'mosquitto', 'mosquitto_pub', 'g++'];

const isSuite = (name: string): name is Suite => (SUITES as readonly string[]).includes(name);

/** Everything of one run: its mark, its folder for temporary files, and what has to be undone at its end. */
class TestRun {
  private readonly id = randomBytes(8).toString('hex');
  private readonly folder = mkdtempSync(join(tmpdir(), 'acequia-test-'));
  private readonly tallies: Tally[] = [];
  private server: SharedServer | null = null;
  private ended: Promise<number> | null = null;

  constructor(private readonly suites: Suite[]) {
    chmodSync(this.folder, 0o755); // PostgreSQL's own user must be able to enter.
    process.env[TEST_RUN] = this.id;
    process.env['TMPDIR'] = this.folder;
  }

  async run(withStaticChecks: boolean): Promise<void> {
    const missing = await installCommands(PROGRAMS, say);
    if (this.suites.includes('browser') && !(await installBrowser(say))) missing.push('chromium');
    if (missing.length > 0) {
      say(missingLine(missing));
      this.tallies.push(oneFailed(`instalar ${missing.join(', ')}`));
    }
    if (withStaticChecks) this.tallies.push(...(await staticChecks()));
    await this.prepareServer();
    for (const stage of STAGES) {
      const suites = stage.filter((suite) => this.suites.includes(suite));
      if (suites.length > 0) this.tallies.push(...(await runStage(suites, this.folder)));
    }
  }

  /** Ends what still runs, prints the sum and returns the exit code. */
  end(): Promise<number> {
    this.ended ??= this.finish();
    return this.ended;
  }

  fail(name: string): void {
    this.tallies.push(oneFailed(name));
  }

  /** One PostgreSQL for everything, this process and its children. */
  private async prepareServer(): Promise<void> {
    if (process.env['TEST_DATABASE_URL']) return;
    this.server = await startServer(join(this.folder, 'postgres'));
    process.env['TEST_DATABASE_URL'] = this.server.url;
  }

  private async finish(): Promise<number> {
    await stopAcequias();
    if (this.server) stopServer(this.server);
    await sweep(this.id, this.folder);
    // Something that dies just now may still write into it.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    const total = sum(this.tallies);
    if (total.unsteady.length > 0) say(`\nPasaron al segundo intento:\n${list('~', total.unsteady)}`);
    if (total.failures.length > 0) say(`\nFallaron:\n${list('✗', total.failures)}`);
    say(`\n${lastLine(total)}`);
    return exitCode(total);
  }
}

/**
 * What `npm test` runs once everything is built: the checks and all suites, or only the suites that are named. The last line it prints
 * is `N passed, N failed`; exits with 1 when something failed or nothing ran.
 */
export const runTests = async (names: string[]): Promise<void> => {
  const unknown = names.find((name) => !isSuite(name));
  if (unknown !== undefined) {
    console.error(`No hay una suite "${unknown}". Hay: ${SUITES.join(', ')}.`);
    process.exit(1);
  }
  const all = names.length === 0;
  const run = new TestRun(all ? [...SUITES] : names.filter(isSuite));
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
