import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SERVICES = 'apps/*/src/migrations/*.ts';
const run = promisify(execFile);

const git = async (...args: string[]): Promise<string> => (await run('git', ['-C', ROOT, ...args])).stdout.trim();

/** The commit before the last change of a schema; null = this clone's history does not go back that far. */
export const commitBefore = async (): Promise<string | null> => {
  const [last] = (await git('log', '-1', '--format=%H %P', '--', SERVICES).catch(() => '')).split('\n');
  const [, parent] = (last ?? '').split(' ');
  return parent && (await git('cat-file', '-t', parent).catch(() => null)) ? parent : null;
};

/** The root of services that run this build or an older one, by the turn of a link. */
export class Builds {
  private readonly folder = mkdtempSync(join(tmpdir(), 'acequia-builds-'));
  /** What {@link turn} leads to. */
  readonly root = join(this.folder, 'current');
  private readonly older = join(this.folder, 'older');

  /** Builds the services of that commit, with the packages and the console of now. */
  static async with(commit: string): Promise<Builds> {
    const builds = new Builds();
    await builds.build(commit);
    builds.turn('newer');
    return builds;
  }

  /** What starts from now on is of this build. */
  turn(build: 'newer' | 'older'): void {
    symlinkSync(build === 'newer' ? ROOT : this.older, `${this.root}.new`);
    renameSync(`${this.root}.new`, this.root);
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async build(commit: string): Promise<void> {
    mkdirSync(this.older);
    const archive = join(this.folder, 'older.tar');
    await git('archive', '--format=tar', '-o', archive, commit);
    await run('tar', ['-xf', archive, '-C', this.older]);
    this.linkPackages('node_modules');
    for (const [from] of this.workspaces()) {
      const folder = join(this.older, from);
      const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts?: Scripts };
      const swc = scripts?.build?.startsWith('swc ') ? scripts.build.split(' ').slice(1) : null;
      if (swc) await run(process.execPath, [join(ROOT, 'node_modules/@swc/cli/bin/swc.js'), ...swc], { cwd: folder });
    }
    symlinkSync(join(ROOT, 'apps/web/dist'), join(this.older, 'apps/web/dist'));
  }

  /** Packages of others are those of now; the workspace's own lead into the older tree. */
  private linkPackages(folder: string): void {
    const to = join(this.older, folder);
    mkdirSync(join(to, '@acequia'), { recursive: true });
    for (const name of readdirSync(join(ROOT, folder)).filter((one) => one !== '@acequia'))
      symlinkSync(join(ROOT, folder, name), join(to, name));
    for (const [from, name] of this.workspaces()) symlinkSync(join(this.older, from), join(to, name));
    for (const [from] of this.workspaces()) {
      const own = join(ROOT, from, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(this.older, from, 'node_modules'));
    }
  }

  /** Folder and name of each package of the older tree. */
  private workspaces(): [folder: string, name: string][] {
    const lock = JSON.parse(readFileSync(join(this.older, 'package-lock.json'), 'utf8')) as Lock;
    return Object.entries(lock.packages).flatMap(([name, { link, resolved }]): [string, string][] =>
      link && resolved && dirname(name) === 'node_modules/@acequia'
        ? [[resolved, name.slice('node_modules/'.length)]]
        : [],
    );
  }
}

interface Scripts {
  build?: string;
}
interface Lock {
  packages: Record<string, { link?: boolean; resolved?: string }>;
}
