import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN, ApiClient, eventually, freePort } from '@acequia/testing';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const UP_MS = 220_000;
const STOP_MS = 10_000;
const DEMO_ADMIN = 'admin@acequia.demo';
const DEMO_PASSWORD = 'acequia-demo';

interface Run {
  http: string;
  services: Record<string, number[]>;
}

/** pids whose command line or working folder lies below `folder`, or that were started with it as ACEQUIA_DATA. */
const processesIn = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8');
      return text.includes(folder);
    } catch {
      return false; // The process has ended meanwhile.
    }
  });

describe('npm start', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let npm: ChildProcess | null = null;
  let output = '';

  const start = (more: NodeJS.ProcessEnv = {}): ChildProcess => {
    output = '';
    // A terminal starts a process group too, and Ctrl-C signals the whole group.
    npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...env, ...more },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
    return npm;
  };
  const runJson = (): Run => JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
  const gone = (child: ChildProcess): Promise<unknown> =>
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  /** Waits until `check` passes; fails with what was printed as soon as the start has ended. */
  const whileItRuns = <T>(check: () => Promise<T> | T): Promise<T> => {
    const ended = gone(npm as ChildProcess).then((): never => {
      throw new Error(`npm start ended: ${output}`);
    });
    ended.catch(() => undefined);
    return Promise.race([eventually(check, UP_MS), ended]);
  };
  const up = (): Promise<Run> => whileItRuns(runJson);
  const launcherPid = (): number =>
    (JSON.parse(readFileSync(join(folder, 'processes.json'), 'utf8')) as { launcher: { pid: number } }).launcher.pid;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'acequia-start-'));
    chmodSync(folder, 0o755);
    env = {
      ...process.env,
      ACEQUIA_DATA: folder,
      ACEQUIA_DEMO: '0',
      ACEQUIA_ADMIN_EMAIL: ADMIN.email,
      ACEQUIA_ADMIN_PASSWORD: ADMIN.password,
      PORT: String(await freePort()),
      MQTT_PORT: String(await freePort()),
    };
  });
  afterEach(async () => {
    if (npm?.pid && npm.exitCode === null && npm.signalCode === null) {
      process.kill(-npm.pid, 'SIGTERM');
      await gone(npm);
    }
    for (const pid of processesIn(folder)) process.kill(Number(pid), 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens with its demo, keeps its data over a Ctrl-C and a killed launcher, and leaves no process however it ends', async () => {
    const everythingEnds = async (end: () => unknown): Promise<void> => {
      const began = Date.now();
      end();
      await gone(npm as ChildProcess);
      await eventually(() => expect(processesIn(folder)).toEqual([]), STOP_MS - (Date.now() - began));
    };
    start({ ACEQUIA_DEMO: '1' });
    const http = `http://127.0.0.1:${env['PORT']}`;
    await whileItRuns(async () => expect((await fetch(`${http}/api/health`)).status).toBe(200));
    // Nobody is let in before the demo accounts exist.
    for (const who of ['empresa', 'usuario', 'empresa2', 'usuario2'])
      await ApiClient.login(http, `${who}@acequia.demo`, DEMO_PASSWORD);
    const first = await ApiClient.login(http, DEMO_ADMIN, DEMO_PASSWORD);
    await up();
    await first.call('empresas.crear', { body: { nombre: 'Queda guardada', fecha_vencimiento: '2099-01-01' } });
    await eventually(() => expect(output).toContain(`http://localhost:${env['PORT']}`));
    await everythingEnds(() => process.kill(-(npm?.pid ?? 0), 'SIGINT'));
    expect(existsSync(join(folder, 'run.json'))).toBe(false);

    start();
    const before = await up();
    process.kill(launcherPid(), 'SIGKILL');
    await gone(npm as ChildProcess);

    // The next start ends what the killed launcher left running.
    start();
    const after = await whileItRuns(() => {
      const run = runJson();
      expect(run.services).not.toEqual(before.services);
      return run;
    });
    const alive = new Set(processesIn(folder).map(Number));
    const running = (run: Run): boolean[] =>
      Object.values(run.services).flatMap((pids) => pids.map((pid) => alive.has(pid)));
    expect(new Set(running(before))).toEqual(new Set([false]));
    expect(new Set(running(after))).toEqual(new Set([true]));
    const again = await ApiClient.login(after.http, DEMO_ADMIN, DEMO_PASSWORD);
    expect((await again.call('empresas.listar')).map(({ nombre }) => nombre)).toContain('Queda guardada');
    // Only npm itself is told to stop.
    await everythingEnds(() => npm?.kill('SIGTERM'));
  });

  it('answers a bad value with one clear line and exit code 1', async () => {
    const child = start({ PORT: 'ochenta' });
    await gone(child);
    expect(child.exitCode).toBe(1);
    expect(output).toContain('Configuración inválida: PORT debe ser un puerto entre 1 y 65535.\n');
    expect(output).not.toMatch(/\n\s+at /);
  });
});
