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

  /** The key that encrypts every secret: generated once and stored here unless the environment provides it. */
  secretKey(given: string | undefined): string {
    if (given) return given;
    const file = this.file('secret.key');
    if (!existsSync(file)) writePrivate(file, randomBytes(32).toString('hex'));
    return readFileSync(file, 'utf8').trim();
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
    await Promise.all((earlier?.processes ?? []).map((leftover) => endProcess(leftover, 'SIGTERM', 4_000)));
    rmSync(this.file('run.json'), { force: true });
    this.remember([]);
  }

  /** Records running pids, so that the next start can end them if this process is killed. */
  remember(pids: number[]): void {
    const launcher = identityOf(process.pid);
    const processes = pids.map(identityOf).filter((found) => found !== null);
    if (launcher) writePrivate(this.runningFile, JSON.stringify({ launcher, processes } satisfies Running));
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
