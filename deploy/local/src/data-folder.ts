import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './environment.js';
import { endProcess, identityOf, isAlive, type ProcessIdentity } from './process-identity.js';

/** Writes a file atomically, readable by its owner only. */
export const writePrivate = (path: string, text: string): void => {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, path);
};

/** Files of the data folder with a key: `next` waits to be taken, `previous` is accepted while the key is rotated. */
export const KEY_FILES = { current: 'secret.key', previous: 'secret.key.previous', next: 'secret.key.next' } as const;

export interface Keys {
  current: string;
  previous?: string | undefined;
}

interface Running {
  launcher: ProcessIdentity;
  processes: ProcessIdentity[];
}

/** The folder ACEQUIA_DATA: data that survives restarts. */
export class DataFolder {
  private readonly runningFile: string;
  /** Whether the folder has never been used. */
  readonly isNew: boolean;

  constructor(readonly path: string) {
    try {
      this.isNew = !existsSync(join(path, 'logs'));
      mkdirSync(join(path, 'logs'), { recursive: true });
    } catch (cause) {
      throw new StartError(`No se puede escribir en la carpeta de datos ${path}.`, { cause });
    }
    this.runningFile = this.file('processes.json');
  }

  file(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  /** The installation's keys: generated once and stored here unless the environment provides them. */
  keys(given: { ACEQUIA_SECRET_KEY?: string | undefined; ACEQUIA_SECRET_KEY_PREVIOUS?: string | undefined }): Keys {
    if (given.ACEQUIA_SECRET_KEY)
      return { current: given.ACEQUIA_SECRET_KEY, previous: given.ACEQUIA_SECRET_KEY_PREVIOUS };
    const file = this.file(KEY_FILES.current);
    if (!existsSync(file)) writePrivate(file, randomBytes(32).toString('hex'));
    return { current: readFileSync(file, 'utf8').trim(), previous: this.keyIn(KEY_FILES.previous) };
  }

  /** The key in one of {@link KEY_FILES}; undefined = there is none. */
  keyIn(name: string): string | undefined {
    const file = this.file(name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  }

  /** Makes the key that a rotation brings, unless one is under way. */
  prepareNextKey(): void {
    const isUnderWay = this.keyIn(KEY_FILES.previous) !== undefined || this.keyIn(KEY_FILES.next) !== undefined;
    if (!isUnderWay) writePrivate(this.file(KEY_FILES.next), randomBytes(32).toString('hex'));
  }

  dropPreviousKey(): void {
    rmSync(this.file(KEY_FILES.previous), { force: true });
  }

  /** Makes the next key the current one, and the current one the previous. Cut short anywhere, it may run again. */
  promoteNextKey(): void {
    if (!existsSync(this.file(KEY_FILES.next))) return;
    writePrivate(this.file(KEY_FILES.previous), this.keys({}).current);
    renameSync(this.file(KEY_FILES.next), this.file(KEY_FILES.current));
  }

  /**
   * Makes this process the folder's only user: refuses while another start is running, and ends processes that a killed start
   * left behind.
   */
  async take(): Promise<void> {
    const earlier = this.running();
    if (earlier && earlier.launcher.pid !== process.pid && isAlive(earlier.launcher))
      throw new StartError(
        `Acequia ya está en marcha con los datos de ${this.path} (proceso ${earlier.launcher.pid}).`,
      );
    // On SIGTERM they would wait for clients to leave, PostgreSQL among them.
    await Promise.all((earlier?.processes ?? []).map((leftover) => endProcess(leftover, 'SIGINT', 4_000)));
    rmSync(this.file('run.json'), { force: true });
    this.remember([]);
  }

  /** Records running pids, so that the next start can end them if this process is killed. */
  remember(pids: number[]): void {
    const launcher = identityOf(process.pid);
    const processes = pids.map(identityOf).filter((found) => found !== null);
    if (launcher) writePrivate(this.runningFile, JSON.stringify({ launcher, processes } satisfies Running));
  }

  /** pid of the `npm start` that uses the folder; null = none. */
  launcher(): number | null {
    const running = this.running();
    return running && isAlive(running.launcher) ? running.launcher.pid : null;
  }

  release(): void {
    rmSync(this.runningFile, { force: true });
    rmSync(this.file('run.json'), { force: true });
  }

  private running(): Running | null {
    try {
      return JSON.parse(readFileSync(this.runningFile, 'utf8')) as Running;
    } catch {
      return null;
    }
  }
}
