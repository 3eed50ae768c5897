import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached, run, shell } from './run.js';

/** Where this machine gets Debian from; its release can be replaced. */
const mirror = (): string => {
  const files = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].filter(existsSync);
  const [found] = files.flatMap(
    (file) => /^(?:URIs:|deb) .*?(https?:\/\/\S*debian\S*)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? [],
  );
  return found ?? 'http://deb.debian.org/debian';
};

/** apt with sources, lists and cache of its own: nothing of the system changes. */
const aptOf = (release: string): string[] => {
  const folder = cached('apt', release);
  for (const name of ['lists/partial', 'cache/archives/partial']) cached('apt', release, name);
  const list = join(folder, 'sources.list');
  writeFileSync(list, `deb ${mirror()} ${release} main\n`);
  return [
    ...[
      'Dir::Etc::sourceparts=/dev/null',
      `Dir::Etc::sourcelist=${list}`,
      `Dir::State::lists=${join(folder, 'lists')}`,
    ],
    ...[`Dir::Cache=${join(folder, 'cache')}`, 'APT::Sandbox::User=root', 'Acquire::Check-Valid-Until=false'],
  ].flatMap((option) => ['-o', option]);
};

/** Fetches packages of a release and unpacks them; @returns the folder that would be / */
const unpack = async (release: string, names: string[]): Promise<string> => {
  const root = cached('root', release);
  const done = join(root, `.${names.join('+')}`);
  if (existsSync(done)) return root;
  const debs = cached('debs', release);
  await run('apt-get', [...aptOf(release), 'update']);
  await run('apt-get', [...aptOf(release), 'download', ...names], { cwd: debs });
  for (const name of names) await shell(`for deb in '${debs}'/${name}_*.deb; do dpkg -x "$deb" '${root}'; done`);
  writeFileSync(done, '');
  return root;
};

/** Docker's engine and Compose of Debian, in a folder. @returns what PATH needs, and the program that is Compose */
export const fetchDocker = async (): Promise<{ path: string; compose: string }> => {
  const engine = await unpack('bookworm', ['docker.io', 'containerd', 'tini']);
  // Its own link is to /usr/bin of the machine.
  await shell(`ln -sf tini-static '${engine}/usr/bin/docker-init'`);
  // Bookworm's Compose is of the first generation.
  const newer = await unpack('trixie', ['docker-compose']);
  return { path: `${engine}/usr/sbin:${engine}/usr/bin`, compose: `${newer}/usr/bin/docker-compose` };
};

/** A bare Debian as an archive. */
export const debian = async (release: string): Promise<string> => {
  const archive = join(cached('debian'), `${release}.tar`);
  if (existsSync(archive)) return archive;
  const folder = `${archive}.d`;
  await shell(`rm -rf '${folder}' && debootstrap --variant=minbase ${release} '${folder}' '${mirror()}'
    cp /etc/apt/apt.conf.d/* '${folder}/etc/apt/apt.conf.d/' 2>/dev/null || true
    tar -C '${folder}' -cf '${archive}.part' . && mv '${archive}.part' '${archive}' && rm -rf '${folder}'`);
  return archive;
};
