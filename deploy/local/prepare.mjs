/** What `npm start` and `npm test` do before anything is installed: plain JavaScript and Node's own modules only. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const OLDEST_NODE = [20, 19];

/** Says one line and ends. */
export const giveUp = (line) => {
  console.error(line);
  process.exit(1);
};

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = OLDEST_NODE;
  if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor))
    giveUp(`Acequia necesita Node ${OLDEST_NODE.join('.')} o más nuevo; este es ${process.versions.node}.`);
};

/** While a child runs (npm, nx) a signal ends it and, once it is gone, us; later the compiled launcher has its own handlers. */
let child = null;
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (!child) return;
    interrupted = true;
    child.kill(signal);
  });

const run = (command, args, env = {}) =>
  new Promise((resolve) => {
    let output = '';
    child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  }).finally(() => {
    child = null;
    if (interrupted) process.exit(130);
  });

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * The lockfile is compared by content: a checkout gives files any date. `npm install --no-save` and not `npm ci`, which would delete
 * node_modules under an Acequia that runs from it.
 */
const installPackages = async () => {
  const stamp = join(root, 'node_modules/.acequia-lock');
  const wanted = lockDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Instalando los paquetes de npm…');
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'];
  const { code, output } = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...args]) : await run('npm', args);
  if (code !== 0) giveUp(`${output.trim()}\n\nNo se pudieron instalar los paquetes de npm (arriba, lo que dijo npm).`);
  writeFileSync(stamp, wanted);
};

/** No daemon, no cloud, no question: the same in a terminal and in CI. */
export const NX_ENV = {
  NX_DAEMON: 'false',
  NX_NO_CLOUD: 'true',
  NX_TUI: 'false',
  NX_ISOLATE_PLUGINS: 'false',
};

const build = async () => {
  console.log('Construyendo…');
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const args = ['run-many', '-t', 'build', '--output-style=static', '--parallel=2'];
  const { code, output } = await run(process.execPath, [nx, ...args], NX_ENV);
  if (code !== 0) giveUp(`${output.trim()}\n\nLa construcción falló (arriba, lo que dijo).`);
};

/**
 * 1 when everything was just built (`npm test` sets it for the `npm start` that it tests): Nx would replace every `dist` while other
 * tests start Acequia from it.
 */
export const BUILT = 'ACEQUIA_BUILT';

/** Installs and builds what is missing, then loads the compiled launcher. */
export const prepare = async () => {
  checkNode();
  await installPackages();
  if (process.env[BUILT] !== '1') await build();
  return import('./dist/index.js');
};
