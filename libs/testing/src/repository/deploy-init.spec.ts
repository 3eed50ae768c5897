import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@acequia/local';
import { ROOT } from '../runner/command.js';
import { compose, read, text } from './compose.fixture.js';

describe('npm run deploy:init', () => {
  let folder: string;
  const init = () =>
    spawnSync(process.execPath, [join(ROOT, 'deploy/docker/init.mjs'), 'jefa@campo.mx'], {
      cwd: folder,
      encoding: 'utf8',
    });
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'acequia-deploy-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes every secret and variable that compose demands, where only their owner gets', () => {
    const { status, stdout } = init();
    expect(status).toBe(0);
    expect(stdout).toContain('jefa@campo.mx');
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${name}`);
    expect([statSync(join(folder, 'secrets')).mode & 0o777, statSync(join(folder, '.env')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    const demanded = new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map((match) => match[1]));
    const written = readFileSync(join(folder, '.env'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect([...demanded]).toEqual(written);
  });

  it('gives each part the password that the others know', () => {
    const secret = (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8').trim();
    expect(new URL(secret('database_url')).password).toBe(secret('postgres_password'));
    expect(new URL(secret('redis_url')).password).toBe(secret('redis_password'));
    expect(new URL(secret('redis_volatile_url')).password).toBe(secret('redis_volatile_password'));
    for (const own of SERVICE_NAMES.map((service) => service.replaceAll('-', '_'))) {
      const [durable, volatile] = [new URL(secret(`redis_url_${own}`)), new URL(secret(`redis_volatile_url_${own}`))];
      expect([durable.username, durable.host, volatile.host]).toEqual([
        `acequia_${own}`,
        'redis:6379',
        'redis-volatile:6379',
      ]);
      expect([volatile.username, volatile.password]).toEqual([durable.username, durable.password]);
    }
    expect(secret('secret_key').length).toBeGreaterThanOrEqual(32);
  });

  it('sets everything that HTTPS for a domain needs, in variables that compose reads', () => {
    const other = mkdtempSync(join(tmpdir(), 'acequia-deploy-'));
    const script = join(ROOT, 'deploy/docker/init.mjs');
    const run = (domain: string) =>
      spawnSync(process.execPath, [script, 'a@b.mx', domain], { cwd: other, encoding: 'utf8' });
    expect([run('no es dominio').status, readdirSync(other)]).toEqual([1, []]);
    const { status, stdout } = run('granja.ejemplo.mx');
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('autoridad')]);
    const written = readFileSync(join(other, '.env'), 'utf8').trim().split('\n');
    expect(written).toContain('PUBLIC_URL=https://granja.ejemplo.mx');
    const read = new Set([...text.matchAll(/\$\{(\w+)/g)].map((match) => match[1]));
    const unread = written.map((line) => line.split('=')[0]!).filter((name) => !read.has(name));
    // Compose sets this variable itself.
    expect(unread).toEqual(['COMPOSE_PROFILES']);
    rmSync(other, { recursive: true });
  });

  it('says that a name of a LAN has an authority of its own, which phones and boards must trust', () => {
    const lan = mkdtempSync(join(tmpdir(), 'acequia-deploy-'));
    const args = [join(ROOT, 'deploy/docker/init.mjs'), 'a@b.mx', 'riego.home.arpa'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: lan, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('instala la autoridad de Caddy')]);
    expect(readFileSync(join(lan, '.env'), 'utf8')).toContain('ACEQUIA_CERTIFICATES=local_certs\n');
    expect(read('deploy/docker/Caddyfile')).toContain('{$ACEQUIA_CERTIFICATES}');
    rmSync(lan, { recursive: true });
  });

  it('keeps the secrets of a server that moves, and refuses a copy that lacks some', () => {
    const moved = mkdtempSync(join(tmpdir(), 'acequia-deploy-'));
    const run = () =>
      spawnSync(process.execPath, [join(ROOT, 'deploy/docker/init.mjs'), 'a@b.mx'], { cwd: moved, encoding: 'utf8' });
    cpSync(join(folder, 'secrets'), join(moved, 'secrets'), { recursive: true });
    renameSync(join(moved, 'secrets/redis_url'), join(moved, 'redis_url'));
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('le falta: redis_url.') });
    expect(existsSync(join(moved, '.env'))).toBe(false);
    renameSync(join(moved, 'redis_url'), join(moved, 'secrets/redis_url'));
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(moved, '.env'))).toBe(true);
    const all = (of: string): string[] => readdirSync(of).map((name) => readFileSync(join(of, name), 'utf8'));
    expect(all(join(moved, 'secrets'))).toEqual(all(join(folder, 'secrets')));
    rmSync(moved, { recursive: true });
  });

  const redisUsers = (of: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(of)
        .filter((name) => /^redis_(volatile_)?url_/.test(name))
        .map((name) => [name, readFileSync(join(of, name), 'utf8')]),
    );
  /** An installation of before the services had users in Redis. */
  const withoutUsers = (): string => {
    const old = mkdtempSync(join(tmpdir(), 'acequia-deploy-'));
    cpSync(join(folder, 'secrets'), join(old, 'secrets'), { recursive: true });
    for (const name of Object.keys(redisUsers(join(old, 'secrets')))) rmSync(join(old, 'secrets', name));
    return old;
  };

  it('adds to the copy of a version before what the services need to enter Redis', () => {
    const moved = withoutUsers();
    const script = join(ROOT, 'deploy/docker/init.mjs');
    const { status } = spawnSync(process.execPath, [script, 'a@b.mx'], { cwd: moved, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(readdirSync(join(moved, 'secrets')).sort()).toEqual(Object.keys(compose.secrets).sort());
    rmSync(moved, { recursive: true });
  });

  it('has an upgrade that adds the same to a running installation, once', () => {
    const old = withoutUsers();
    // Docker answers, and nothing runs: the upgrade ends after it has looked at the secrets.
    mkdirSync(join(old, 'bin'));
    writeFileSync(join(old, 'bin/docker'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    for (const name of ['.env', 'docker-compose.yml']) writeFileSync(join(old, name), '');
    const env = { ...process.env, PATH: `${join(old, 'bin')}:${process.env['PATH']}` };
    const upgrade = () =>
      spawnSync('sh', [join(ROOT, 'deploy/docker/upgrade.sh')], { cwd: old, env, encoding: 'utf8' });
    expect(upgrade().stderr).toContain('no está en marcha');
    const made = redisUsers(join(old, 'secrets'));
    expect(readdirSync(join(old, 'secrets')).sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const own of SERVICE_NAMES.map((service) => service.replaceAll('-', '_'))) {
      const user = new RegExp(`^redis://acequia_${own}:([0-9a-f]{48})@redis:6379\n$`).exec(made[`redis_url_${own}`]!);
      expect(made[`redis_volatile_url_${own}`]).toBe(`redis://acequia_${own}:${user?.[1]}@redis-volatile:6379\n`);
      expect(statSync(join(old, 'secrets', `redis_url_${own}`)).mode & 0o777).toBe(0o444);
    }
    expect(new Set(Object.values(made).map((url) => new URL(url).password)).size).toBe(SERVICE_NAMES.length);
    upgrade();
    expect(redisUsers(join(old, 'secrets'))).toEqual(made);
    rmSync(old, { recursive: true });
  });

  it('never writes over an installation', () => {
    const before = readFileSync(join(folder, 'secrets/secret_key'), 'utf8');
    const { status, stderr } = init();
    expect([status, stderr]).toEqual([1, expect.stringContaining('ya existe')]);
    expect(readFileSync(join(folder, 'secrets/secret_key'), 'utf8')).toBe(before);
  });
});
