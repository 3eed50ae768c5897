import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StartError } from './environment.js';

/** Programs that npm does not install, with their Debian packages. */
const PACKAGES: Record<string, string[]> = {
  'redis-server': ['redis-server'],
  mosquitto: ['mosquitto'],
  mosquitto_pub: ['mosquitto-clients'],
  promtool: ['prometheus'],
  kubectl: ['kubernetes-client'],
  ip: ['iproute2'],
  pg_dump: ['postgresql'],
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

/** Runs `work` while package installation may not start servers (Debian calls policy-rc.d; exit code 101 = no). */
export const withoutServerStart = async <T>(work: () => Promise<T>, policy = POLICY): Promise<T> => {
  if (existsSync(policy)) return work(); // The machine has its own policy.
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
    await apt('update', '-q'); // A new machine has no package lists yet; a failing mirror is not fatal.
    return apt('install', '-y', '-q', '--no-install-recommends', ...packages);
  });

/** A line that tells a person how to get a missing program. */
export const missingLine = (names: string[]): string => {
  const packages = names.flatMap((name) => PACKAGES[name] ?? [name]);
  return `Falta ${names.join(', ')}. Instálalo (en Debian o Ubuntu: sudo apt-get install ${packages.join(' ')}) y vuelve a intentar.`;
};

/** Installs missing programs where possible. Returns those still missing. */
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

/** Like {@link findBrowser}, but installs the light one where possible: not every Debian has it. */
export const installBrowser = async (say: (line: string) => void): Promise<string | null> => {
  await installCommands(['chromium-headless-shell'], say);
  if (!findBrowser()) await installCommands(['chromium'], say);
  return findBrowser();
};

/** Full path of a browser for tests, installed when missing and possible; a {@link StartError} otherwise. */
export const requireBrowser = async (say: (line: string) => void): Promise<string> => {
  const found = await installBrowser(say);
  if (!found) throw new StartError(missingLine(['chromium']));
  return found;
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
