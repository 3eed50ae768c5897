import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StartError } from './environment.js';

/** Programs that npm does not bring, and the Debian packages that do. */
const PACKAGES: Record<string, string[]> = {
  'redis-server': ['redis-server'],
  mosquitto: ['mosquitto'],
  mosquitto_pub: ['mosquitto-clients'],
};

const POLICY = '/usr/sbin/policy-rc.d';

/** Full path of a program, or null. Looks in the sbin folders too: a person's PATH may lack them. */
export const findCommand = (name: string, path = process.env['PATH'] ?? ''): string | null => {
  const folders = [...path.split(delimiter), '/usr/sbin', '/usr/local/sbin'].filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate)) ?? null;
};

const mayInstall = (): boolean => process.getuid?.() === 0 && findCommand('apt-get') !== null;

const apt = (...args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });

/** Runs `work` while packages may not start the servers they bring (Debian asks policy-rc.d; 101 = no). */
export const withoutServerStart = async <T>(work: () => Promise<T>, policy = POLICY): Promise<T> => {
  if (existsSync(policy)) return work(); // The machine has its own rule.
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const restore = (): void => rmSync(policy, { force: true });
  process.once('exit', restore);
  try {
    return await work();
  } finally {
    process.off('exit', restore);
    restore();
  }
};

const install = (packages: string[]): Promise<boolean> =>
  withoutServerStart(async () => {
    await apt('update', '-q'); // A fresh machine knows no packages yet; a failing mirror need not stop us.
    return apt('install', '-y', '-q', '--no-install-recommends', ...packages);
  });

/** Why a missing program cannot be had, as one line that tells what to do. */
export const missingLine = (names: string[]): string => {
  const packages = names.flatMap((name) => PACKAGES[name] ?? [name]);
  return `Falta ${names.join(', ')}. Instálalo (en Debian o Ubuntu: sudo apt-get install ${packages.join(' ')}) y vuelve a intentar.`;
};

/** Installs what is missing of these programs where that is possible. Returns those still missing. */
export const installCommands = async (names: string[], say: (line: string) => void): Promise<string[]> => {
  const missing = names.filter((name) => !findCommand(name));
  if (missing.length === 0 || !mayInstall()) return missing;
  say(`Instalando ${missing.join(', ')}…`);
  await install(missing.flatMap((name) => PACKAGES[name] ?? [name]));
  return missing.filter((name) => !findCommand(name));
};

/** What can be driven as a browser, the lightest first: without windows Chromium takes less than half the CPU. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Full path of a browser for tests, or null. */
export const findBrowser = (path?: string): string | null =>
  BROWSERS.map((name) => findCommand(name, path)).find((found) => found !== null) ?? null;

/** The same, installed when there is none and that is possible: not every Debian has the light one. */
export const installBrowser = async (say: (line: string) => void): Promise<string | null> => {
  for (const name of BROWSERS.slice(0, 2)) if (!findBrowser()) await installCommands([name], say);
  return findBrowser();
};

/** Full path of a program, installed when missing and possible; a {@link StartError} otherwise. */
export const requireCommand = async (name: string, say: (line: string) => void): Promise<string> => {
  const missing = await installCommands([name], say);
  const found = findCommand(name);
  if (missing.length > 0 || !found) throw new StartError(missingLine([name]));
  if (name === 'redis-server' && spawnSync(found, ['--version'], { stdio: 'ignore' }).status !== 0)
    throw new StartError(`${found} no arranca en esta máquina.`);
  return found;
};
