import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@acequia/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { ADDRESSES, type Compose } from './compose.js';
import { ROOT, type Programs } from './programs.js';

const DEBIAN = '/usr/lib/postgresql';

export const idOf = (flag: '-u' | '-g'): number =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

/** Folder of the newest PostgreSQL that Debian installed. */
export const binaries = (): string => {
  const [newest] = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .filter((version) => existsSync(join(DEBIAN, version, 'bin/initdb')))
        .sort((a, b) => Number(b) - Number(a))
    : [];
  if (newest === undefined) throw new Error("Debian's postgresql is not installed");
  return join(DEBIAN, newest, 'bin');
};

/** The settings of the compose file's PostgreSQL. */
const settingsOf = (compose: Compose): string[] => compose.commandOf('postgres').args;

/** Debian's PostgreSQL, with a new cluster, in place of the container. */
export const startPostgres = async (programs: Programs, compose: Compose): Promise<string> => {
  const who = { uid: idOf('-u'), gid: idOf('-g') };
  const folder = join(programs.folder, 'postgres');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  chownSync(folder, who.uid, who.gid);
  const password = join(folder, 'password');
  writeFileSync(password, compose.secret('postgres_password'), { mode: 0o600 });
  chownSync(password, who.uid, who.gid);
  const data = join(folder, 'data');
  programs.run({
    name: 'initdb',
    command: join(binaries(), 'initdb'),
    args: ['-D', data, '-U', 'acequia', '--auth=scram-sha-256', `--pwfile=${password}`, '--locale=C', '-E', 'UTF8'],
    cwd: folder,
    ...who,
  });
  const listen = ['-c', `listen_addresses=${ADDRESSES['postgres']}`, '-c', `unix_socket_directories=${folder}`];
  programs.start({
    name: 'postgres',
    command: join(binaries(), 'postgres'),
    args: ['-D', data, '-p', '5432', ...listen, ...settingsOf(compose)],
    cwd: folder,
    stopSignal: 'SIGINT',
    ...who,
  });
  const owner = new URL(
    `postgres://acequia:${compose.secret('postgres_password')}@${ADDRESSES['postgres']}:5432/postgres`,
  );
  await eventually(() => query(owner.href, 'SELECT 1'));
  await query(owner.href, 'CREATE DATABASE acequia');
  owner.pathname = '/acequia';
  return owner.href;
};

export const query = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

/** The compose file's own command line of a Redis; its data is as new as its folder. */
export const startRedis = async (
  programs: Programs,
  compose: Compose,
  name: 'redis' | 'redis-volatile',
): Promise<void> => {
  const folder = join(programs.folder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const { command, args } = compose.commandOf(name);
  const listening = args.map((text) =>
    text.includes('exec redis-server') ? `${text} --bind ${ADDRESSES[name]}` : text,
  );
  const inFolder = listening.map((text) => text.replace(/--dir \S+/, `--dir ${folder}`));
  programs.start({ name, command, args: inFolder, cwd: folder });
  const secret = name === 'redis' ? 'redis_password' : 'redis_volatile_password';
  const client = new Redis({ host: ADDRESSES[name]!, password: compose.secret(secret), maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  await client.ping();
  client.disconnect();
};

/** Debian's Caddy with the Caddyfile of the profile `tls`. Its storage is the volume `certificates`. */
export const startCaddy = async (programs: Programs, compose: Compose): Promise<{ root: () => string }> => {
  const storage = compose.volume('certificates');
  const env = { ...compose.environmentOf('proxy'), XDG_DATA_HOME: storage, HOME: storage };
  const adapted = programs.run({
    name: 'caddy adapt',
    command: 'caddy',
    args: ['adapt', '--config', join(ROOT, 'deploy/docker/Caddyfile')],
    env,
  });
  const config = JSON.parse(adapted) as { apps: { http: { servers: Record<string, { listen: string[] }> } } };
  for (const server of Object.values(config.apps.http.servers))
    server.listen = server.listen.map((address) => address.replace(/^:/, `${ADDRESSES['proxy']}:`));
  const file = join(programs.folder, 'caddy.json');
  const upstream = JSON.stringify(config).replaceAll('"api-gateway:', `"${ADDRESSES['api-gateway']}:`);
  // This machine does not have to trust Caddy's own authority.
  const own = { admin: { disabled: true }, ...(JSON.parse(upstream) as { apps: object }) };
  own.apps = { ...own.apps, pki: { certificate_authorities: { local: { install_trust: false } } } };
  writeFileSync(file, JSON.stringify(own));
  programs.start({ name: 'caddy', command: 'caddy', args: ['run', '--config', file], env });
  const root = join(storage, 'caddy/pki/authorities/local/root.crt');
  await eventually(() => readFileSync(root));
  return { root: () => readFileSync(root, 'utf8') };
};
