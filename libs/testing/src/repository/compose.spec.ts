import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_VARIABLES, nodeFlags, postgresSettings, readEnvironment, SERVICE_NAMES } from '@acequia/local';
import { parse } from 'yaml';
import { ROOT } from '../runner/command.js';
import { compose, type Container, read, services } from './compose.fixture.js';
import { environmentSchemaOf, variablesOf } from './environment-schema.js';

const ours = SERVICE_NAMES.map((name) => [name, services[name]!] as const);
const secretsOf = ({ secrets = [] }: Container) =>
  secrets.map((one) => (typeof one === 'string' ? { source: one, target: one } : one));

/** Example secrets by the variable that holds them. */
const exampleOf = (variable: string): string => {
  if (variable.startsWith('DATABASE_URL')) return 'postgres://role:password@postgres:5432/acequia';
  return variable.startsWith('REDIS') ? 'redis://:password@redis:6379' : 'a-secret-of-at-least-32-characters';
};

describe('docker-compose.yml', () => {
  it('runs every service, once', () => {
    const built = Object.entries(services).filter(([, { command }]) =>
      command?.some((part) => part.startsWith('apps/')),
    );
    expect(built.map(([name]) => name).sort()).toEqual([...SERVICE_NAMES].sort());
  });

  it.each(ours)('%s gets only variables that it reads, and all that it needs', async (name, { environment = {} }) => {
    const schema = await environmentSchemaOf(name);
    const given = Object.entries(environment).map(([variable, value]): [string, string] => {
      const plain = variable.replace(/_FILE$/, '');
      const text = String(value)
        .replace('${ACEQUIA_ADMIN_EMAIL:?}', 'a@b.mx')
        .replace(/\$\{\w+:-(.*?)\}/, '$1');
      const own = name !== 'api-gateway' && plain === DATABASE_VARIABLES[name];
      return [own ? 'DATABASE_URL' : plain, plain === variable ? text : exampleOf(plain)];
    });
    const unknown = given.filter(([variable]) => !variablesOf(schema).includes(variable));
    expect(unknown).toEqual([]);
    const values = schema.safeParse(Object.fromEntries(given.filter(([, value]) => value !== '')));
    expect(values.error?.issues ?? []).toEqual([]);
  });

  it('gives a variable to every service that reads it', async () => {
    const schemas = await Promise.all(ours.map(async ([name]) => variablesOf(await environmentSchemaOf(name))));
    const given = ours.map(([, { environment = {} }]) =>
      Object.keys(environment).map((name) => name.replace(/_FILE$/, '')),
    );
    // One service measures the disks for all.
    const set = new Set(given.flat().filter((one) => one !== 'DISK_PATHS'));
    const forgotten = ours.flatMap(([name], i) =>
      [...set].filter((one) => schemas[i]!.includes(one) && !given[i]!.includes(one)).map((one) => `${name} ${one}`),
    );
    expect(forgotten).toEqual([]);
  });

  it('leaves no variable of a service unnamed: what it does not set stands in the table of docs/operations.md', async () => {
    const [, table = ''] = read('docs/operations.md').split('## Settings of the services');
    const listed = [...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, names]) =>
      [...names!.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
    );
    const schemas = await Promise.all(SERVICE_NAMES.map(environmentSchemaOf));
    const known = new Set(schemas.flatMap(variablesOf));
    const set = new Set(
      ours
        .flatMap(([, { environment = {} }]) => Object.keys(environment))
        .map((name) => (name.startsWith('DATABASE_URL') ? 'DATABASE_URL' : name.replace(/_FILE$/, ''))),
    );
    expect([...known].filter((name) => !set.has(name)).sort()).toEqual(listed.sort());
  });

  it.each(ours)(
    '%s starts a file that the build makes, with the memory of npm start below its limit',
    (name, { command = [], mem_limit = '' }) => {
      expect(command).toEqual(['node', ...nodeFlags(name), `apps/${name}/dist/main.js`]);
      expect(existsSync(join(ROOT, 'apps', name, 'src/main.ts'))).toBe(true);
      const heap = Number(/--max-old-space-size=(\d+)/.exec(command.join(' '))?.[1]);
      // Besides the heap, memory holds the nursery, buffers and Node itself.
      expect(Number(/^(\d+)m$/.exec(mem_limit)?.[1])).toBeGreaterThanOrEqual(heap + 192);
    },
  );

  it.each(ours)('%s enters Redis as its own user, whom database-roles makes', (name, container) => {
    const own = name.replaceAll('-', '_');
    const given = secretsOf(container).filter(({ target }) => target.startsWith('redis'));
    expect(given).toEqual([
      { source: `redis_url_${own}`, target: 'redis_url' },
      { source: `redis_volatile_url_${own}`, target: 'redis_volatile_url' },
    ]);
    const made = services['database-roles']!.environment!;
    expect(made[`REDIS_URL_${own.toUpperCase()}_FILE`]).toBe(`/run/secrets/redis_url_${own}`);
  });

  it.each(ours)('%s is asked for its health where it listens', (_name, { healthcheck, environment = {} }) => {
    expect(healthcheck?.test.join(' ')).toContain(`http://127.0.0.1:${environment['INTERNAL_PORT']}/health'`);
    expect(read('libs/service-kit/src/http/operations.ts')).toContain("'/health'");
  });

  it('publishes the ports that the services listen on', () => {
    const inside = (name: string) => services[name]!.ports!.map((port) => Number(port.split(':').at(-1)));
    expect(inside('api-gateway')).toEqual([services['api-gateway']!.environment!['PORT']]);
    const { MQTT_PORT, MQTT_TLS_PORT } = services['device-gateway']!.environment!;
    expect(inside('device-gateway')).toEqual([MQTT_PORT, MQTT_TLS_PORT]);
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name).sort()).toEqual(['api-gateway', 'device-gateway', 'grafana', 'proxy']);
  });

  it('keeps databases and the bus where nobody outside reaches them', () => {
    expect(compose.networks['data']).toEqual({ internal: true });
    for (const part of ['postgres', 'redis', 'redis-volatile', 'database-roles'])
      expect(services[part]!.networks).toEqual(['data']);
  });

  it.each(Object.entries(services))(
    '%s cannot write to its image, gain rights or fill the disk with logs',
    (_name, one) => {
      expect(one).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(one.logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
      expect(one.mem_limit).toMatch(/^\d+[mg]$/);
    },
  );

  it.each(Object.entries(services))(
    '%s names only files, networks, volumes and services that are there',
    (_name, one) => {
      for (const { source } of secretsOf(one)) expect(compose.secrets).toHaveProperty(source);
      for (const network of one.networks) expect(compose.networks).toHaveProperty(network);
      for (const name of Object.keys(one.depends_on ?? {})) expect(services).toHaveProperty(name);
      for (const volume of one.volumes ?? []) {
        const [from = ''] = volume.split(':');
        if (from.startsWith('./')) expect(existsSync(join(ROOT, from))).toBe(true);
        else expect(compose.volumes).toHaveProperty(from);
      }
      const targets = secretsOf(one).map(({ target }) => `/run/secrets/${target}`);
      const named = JSON.stringify([one.environment, one.command, one.healthcheck]).match(/\/run\/secrets\/\w+/g) ?? [];
      expect([...new Set(named)].sort()).toEqual(targets.sort());
    },
  );

  it('waits for a part only where that part tells that it is well', () => {
    for (const one of Object.values(services))
      for (const [name, { condition }] of Object.entries(one.depends_on ?? {}))
        if (condition === 'service_healthy') expect(services[name]).toHaveProperty('healthcheck');
  });

  it('hands the certificate of the proxy to the boards: each end of the way is the same volume', () => {
    const mounted = (name: string, volume: string) =>
      services[name]!.volumes!.find((one) => one.startsWith(`${volume}:`));
    expect([mounted('proxy', 'certificates'), mounted('certificate-copy', 'certificates')]).toEqual([
      'certificates:/data',
      'certificates:/data:ro',
    ]);
    expect([mounted('certificate-copy', 'board-tls'), mounted('device-gateway', 'board-tls')]).toEqual([
      'board-tls:/tls',
      'board-tls:/tls:ro',
    ]);
    const [, copier = ''] =
      /deploy\/local\/dist\/(.+)\.js/.exec(services['certificate-copy']!.command!.join(' ')) ?? [];
    expect(existsSync(join(ROOT, 'deploy/local/src', `${copier}.ts`))).toBe(true);
  });

  it('tunes PostgreSQL as npm start does', () => {
    const given = services['postgres']!.command!.filter((part) => part.includes('='));
    const { listen_addresses: _, unix_socket_directories: __, ...tuned } = postgresSettings({ folder: '', port: 0 });
    expect(given.sort()).toEqual(
      Object.entries(tuned)
        .map(([name, value]) => `${name}=${value}`)
        .sort(),
    );
  });

  it('starts the demo with variables that npm start reads', () => {
    const given = Object.entries(services['demo']!.environment!).filter(([name]) => !name.endsWith('_FILE'));
    const known = readEnvironment({
      ACEQUIA_ADMIN_EMAIL: 'a@b.mx',
      ACEQUIA_ADMIN_PASSWORD: 'x'.repeat(8),
      MQTT_URL: 'mqtt://x',
    });
    const unknown = given.filter(([name]) => !(name in known) && name !== 'ACEQUIA_HTTP_URL');
    expect(unknown).toEqual([]);
  });
});

describe('the image', () => {
  it('holds no secrets, sources or tests, and runs as nobody in particular', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', 'secrets', '.git', '**/node_modules', '**/*.spec.ts']));
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['.env', '/secrets/']));
    const dockerfile = read('deploy/docker/Dockerfile');
    const stages = dockerfile.split(/\n(?=FROM )/).slice(1);
    const final = stages.filter((stage) => /AS (services|operations)\n/.test(stage));
    expect(final).toHaveLength(2);
    for (const stage of final) {
      expect(/(?:[^]*\n)?USER (\w+)/.exec(stage)?.[1]).toBe('node');
      expect(stage).not.toMatch(/COPY \. /);
    }
    // The default target.
    expect(stages.at(-1)).toBe('FROM services\n');
    expect(services['backup']).toMatchObject({ build: { target: 'operations' } });
    for (const name of SERVICE_NAMES) expect(dockerfile).toContain(`-w apps/${name}`);
  });
});

describe('the Caddyfile', () => {
  const caddyfile = read('deploy/docker/Caddyfile');

  it('passes everything on to the port of the console, for the domain of the .env file, and leaves HSTS to it', () => {
    const { PORT } = services['api-gateway']!.environment!;
    expect([...caddyfile.matchAll(/reverse_proxy (\S+)/g)].map((match) => match[1])).toEqual([`api-gateway:${PORT}`]);
    const variables = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map((match) => match[1]!);
    expect(variables).toEqual(Object.keys(services['proxy']!.environment!));
    expect(caddyfile).not.toContain('Strict-Transport-Security');
    expect(services['proxy']!.volumes).toContain('./deploy/docker/Caddyfile:/etc/caddy/Caddyfile:ro');
  });
});

describe('the hosted CI', () => {
  it('runs what .ci/run runs, from the oldest Node that is promised to the one of the image', () => {
    const { jobs } = parse(read('.github/workflows/ci.yml')) as {
      jobs: { test: { strategy: { matrix: { node: string[] } }; steps: { run?: string }[] } };
    };
    const { node } = jobs.test.strategy.matrix;
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${node[0]}`);
    expect(read('deploy/docker/Dockerfile')).toContain(`FROM node:${node.at(-1)}-`);
    expect(jobs.test.steps.flatMap(({ run }) => run ?? []).join()).toMatch(/ \.ci\/run$/);
    expect(statSync(join(ROOT, '.ci/run')).mode & 0o111).toBe(0o111);
  });
});
