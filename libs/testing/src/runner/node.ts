import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './command.js';

const CACHE = join(ROOT, 'node_modules/.cache/node');

/** The release that the images run. */
const imagesMajor = (): number => {
  const [, major] = /^FROM node:(\d+)/m.exec(readFileSync(join(ROOT, 'deploy/docker/Dockerfile'), 'utf8')) ?? [];
  if (major === undefined) throw new Error('deploy/docker/Dockerfile names no release of Node');
  return Number(major);
};

const npmInstall = (name: string): void => {
  const npm = process.env['npm_execpath'];
  const args = ['install', '--prefix', CACHE, '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', name];
  const [command, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  spawnSync(command, [...before, ...args], { stdio: 'ignore' });
};

/**
 * Path of a Node of the images' release or newer, from npm where this one is older: specs take a third less of a processor on 24 than on 20.
 * This one where npm has none; what the runner itself starts (shared installations, `npm start`) stays on this one.
 */
export const installNode = (say: (line: string) => void): string => {
  const major = imagesMajor();
  if (Number(process.versions.node.split('.')[0]) >= major) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const path = join(CACHE, 'node_modules', name, 'bin/node');
  if (!existsSync(path)) {
    say(`Instalando Node ${major} para las pruebas…`);
    npmInstall(`${name}@${major}`);
  }
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return stdout?.startsWith(`v${major}.`) ? path : process.execPath;
};
