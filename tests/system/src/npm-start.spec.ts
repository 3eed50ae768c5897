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
  const up = (): Promise<Run> =>
    eventually(() => {
      if (npm?.exitCode !== null) throw new Error(output);
      return runJson();
    }, UP_MS);
  const gone = (child: ChildProcess): Promise<unknown> =>
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
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

  it('starts, tells where it is, keeps its data over a restart and ends a Ctrl-C without leaving a process', async () => {
    start();
    await up();
    const first = await ApiClient.login(runJson().http, ADMIN.email, ADMIN.password);
    await first.call('empresas.crear', { body: { nombre: 'Queda guardada', fecha_vencimiento: '2099-01-01' } });
    await eventually(() => expect(output).toContain(`http://localhost:${env['PORT']}`));

    const began = Date.now();
    process.kill(-(npm?.pid ?? 0), 'SIGINT');
    await gone(npm as ChildProcess);
    await eventually(() => expect(processesIn(folder)).toEqual([]), STOP_MS - (Date.now() - began));
    expect(existsSync(join(folder, 'run.json'))).toBe(false);

    start();
    await up();
    const again = await ApiClient.login(runJson().http, ADMIN.email, ADMIN.password);
    expect((await again.call('empresas.listar')).map(({ nombre }) => nombre)).toContain('Queda guardada');
  });

  it('lets nobody in before the demo accounts exist', async () => {
    start({ ACEQUIA_DEMO: '1' });
    const http = `http://127.0.0.1:${env['PORT']}`;
    await eventually(async () => expect((await fetch(`${http}/api/health`)).status).toBe(200), UP_MS);
    for (const who of ['admin', 'empresa', 'usuario', 'empresa2', 'usuario2'])
      await ApiClient.login(http, `${who}@acequia.demo`, 'acequia-demo');
  });

  it('ends everything when only npm itself is told to stop', async () => {
    start();
    await up();
    const began = Date.now();
    npm?.kill('SIGTERM');
    await gone(npm as ChildProcess);
    await eventually(() => expect(processesIn(folder)).toEqual([]), STOP_MS - (Date.now() - began));
  });

  it('starts again after its launcher was killed, and ends what that one left running', async () => {
    start();
    const before = await up();
    process.kill(launcherPid(), 'SIGKILL');
    await gone(npm as ChildProcess);
    start();
    const after = await eventually(() => {
      const run = runJson();
      expect(run.services).not.toEqual(before.services);
      return run;
    }, UP_MS);
    const alive = new Set(processesIn(folder).map(Number));
    expect(
      Object.values(before.services)
        .flat()
        .filter((pid) => alive.has(pid)),
    ).toEqual([]);
    expect(
      Object.values(after.services)
        .flat()
        .every((pid) => alive.has(pid)),
    ).toBe(true);
  });

  it('answers a bad value with one clear line and exit code 1', async () => {
    const child = start({ PORT: 'ochenta' });
    await gone(child);
    expect(child.exitCode).toBe(1);
    expect(output).toContain('Configuración inválida: PORT debe ser un puerto entre 1 y 65535.\n');
    expect(output).not.toMatch(/\n\s+at /);
  });
});
