import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../runner/command.js';
import { read } from './compose.fixture.js';
import { productionPackages } from './locked-packages.fixture.js';

interface Stage {
  base: string;
  name: string;
  steps: { instruction: string; text: string }[];
}

const stagesOf = (dockerfile: string): Stage[] => {
  const stages: Stage[] = [];
  for (const line of dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')) {
    const [, instruction, text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') {
      const [base = '', , name = ''] = text.split(/\s+/);
      stages.push({ base, name, steps: [] });
    } else if (instruction) stages.at(-1)!.steps.push({ instruction, text });
  }
  return stages;
};

/** A hard link; a copy where the file is on another disk. */
const put = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      mkdirSync(dirname(to), { recursive: true });
      put(from, to);
    } else if (code !== 'EEXIST') copyFileSync(from, to);
  }
};

const putAll = (from: string, to: string, unwanted?: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name === unwanted) continue;
    if (entry.isDirectory()) putAll(source, target, unwanted);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else put(source, target);
  }
};

/** What Git would take, less what .dockerignore names: the build's context. */
const contextFiles = (): string[] => {
  const list = (...args: string[]): string[] =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0');
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '')
    // Docker looks for a plain name at the root only, Git everywhere.
    .map((line) => `--exclude=${line.startsWith('**') ? line : `/${line}`}`);
  const unwanted = new Set(list('-c', '-i', ...ignored));
  return list('-c', '-o', '--exclude-standard').filter(
    (path) => path && !unwanted.has(path) && existsSync(join(ROOT, path)),
  );
};

/** What `npm ci --omit=dev -w …` installs; without --omit=dev nothing, since nothing is built here. */
const install = (command: string, folder: string): void => {
  if (!command.includes('--omit=dev')) return;
  const { folders, links } = productionPackages([...command.matchAll(/-w (\S+)/g)].map(([, workspace]) => workspace!));
  // A package for another system is locked, and not installed here.
  for (const path of folders.filter((one) => existsSync(join(ROOT, one))))
    putAll(join(ROOT, path), join(folder, path), 'node_modules');
  for (const [path, target] of links) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join('../..', target), join(folder, path));
  }
};

const built = (folder: string): void => {
  for (const group of ['apps', 'libs', 'firmware-bridge', 'deploy'])
    for (const project of readdirSync(join(ROOT, group))) {
      const dist = join(group, project, 'dist');
      if (existsSync(join(ROOT, dist))) putAll(join(ROOT, dist), join(folder, dist));
    }
};

/** The file trees of the Dockerfile's stages, laid out in a folder by the Dockerfile's own COPY and RUN lines. */
export class ImageTree {
  private readonly stages = stagesOf(read('deploy/docker/Dockerfile'));
  private readonly roots = new Map<string, string>();

  constructor(private readonly folder: string) {}

  /** Folder that is / of the stage. */
  root(name: string): string {
    const known = this.roots.get(name);
    if (known !== undefined) return known;
    const stage = this.stages.find((one) => one.name === name);
    if (!stage) throw new Error(`the Dockerfile has no stage ${name}`);
    const root = join(this.folder, name);
    this.roots.set(name, root);
    this.layOut(stage, root);
    return root;
  }

  private layOut({ base, steps }: Stage, root: string): void {
    if (this.stages.some(({ name }) => name === base)) putAll(this.root(base), root);
    let place = root;
    for (const { instruction, text } of steps) {
      if (instruction === 'WORKDIR') place = join(root, text);
      mkdirSync(place, { recursive: true });
      if (instruction === 'COPY') this.copy(root, place, text.split(/\s+/));
      if (instruction === 'RUN') this.run(place, text);
    }
  }

  private copy(root: string, place: string, words: string[]): void {
    const option = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const paths = words.filter((word) => !word.startsWith('--'));
    const target = paths.pop()!;
    const to = target.startsWith('/') ? join(root, target) : join(place, target);
    if (option === undefined) {
      if (paths.join() !== '.') throw new Error(`COPY ${words.join(' ')}: not known to this reader`);
      for (const path of contextFiles()) put(join(ROOT, path), join(to, path));
      return;
    }
    for (const path of paths) {
      const from = join(this.root(option), path);
      if (!statSync(from).isDirectory()) throw new Error(`COPY ${words.join(' ')}: not known to this reader`);
      putAll(from, to);
    }
  }

  /** npm and Nx put what this machine has installed and built; what is outside the work folder is the base image's. */
  private run(place: string, command: string): void {
    if (/\s\/\w/.test(command)) return;
    if (command.startsWith('npm ci')) install(command, place);
    if (command.includes('nx run-many -t build')) built(place);
    const script = `set -e; npm() { :; }; npx() { :; }\n${command}`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: place, encoding: 'utf8' });
    if (status !== 0) throw new Error(`RUN ${command}: ${stderr}`);
  }
}
