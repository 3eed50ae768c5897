import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endProcess, freePort, identityOf, startProcess } from '@acequia/local';
import { eventually } from '../eventually.js';
import { RedisServer } from '../redis-server.js';
import { testEnv } from '../test-env.js';
import { read, services } from './compose.fixture.js';
import { ImageTree } from './image-tree.fixture.js';

/** Every program that a container, package.json or the guide for operators starts. */
const entryPoints = (): string[] => {
  const commands = Object.values(services).flatMap(({ command = [], entrypoint = [] }) => [...entrypoint, ...command]);
  const named = [read('package.json'), read('docs/operations.md')].flatMap((text) => [
    ...text.matchAll(/node ((?:apps|firmware-bridge)\/\S+?\.js)/g),
  ]);
  const all = [...commands.filter((part) => part.endsWith('.js')), ...named.map(([, path]) => path!)];
  return [...new Set(all)].sort();
};

/** Imports each program in one process, where what they share is loaded once. One that misses its settings was loaded. */
const IMPORT_ALL = `
process.exit = () => { throw new Error('ended'); };
process.on('unhandledRejection', () => undefined).on('uncaughtException', () => undefined);
const missing = [];
for (const path of process.argv.slice(1))
  await import(path).catch(({ code, message }) => {
    if (/MODULE_NOT_FOUND|PATH_NOT_EXPORTED|ENOENT/.test(code)) missing.push(message);
  });
process.stderr.write(JSON.stringify({ missing }), () => process.kill(process.pid, 'SIGKILL'));
`;

/** Packages' folders that a built file may name, from the project's own to the root's. */
const isInstalled = (tree: string, file: string, name: string): boolean => {
  for (let at = dirname(file); ; at = dirname(at)) {
    if (existsSync(join(tree, at, 'node_modules', name))) return true;
    if (at === '.') return false;
  }
};

const builtFiles = (tree: string): string[] =>
  ['apps', 'libs', 'firmware-bridge', 'deploy'].flatMap((group) =>
    readdirSync(join(tree, group))
      .map((project) => join(group, project, 'dist'))
      .filter((dist) => dist !== 'apps/web/dist' && existsSync(join(tree, dist)))
      .flatMap((dist) =>
        readdirSync(join(tree, dist), { recursive: true, encoding: 'utf8' }).map((name) => join(dist, name)),
      ),
  );

/** What a built file imports at some time, also what it loads only when it needs it. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\s]+)'/g)]
    .map(([, name]) => name!)
    .filter((name) => !name.startsWith('node:'));

describe('the file tree of the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-image-'));
  let tree: string;

  beforeAll(() => {
    tree = join(new ImageTree(folder).root('services'), 'acequia');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is what backups run in, too', () => {
    const operations = read('deploy/docker/Dockerfile').split('AS operations')[1];
    expect(operations).toContain('COPY --from=services /acequia ./');
  });

  it('holds neither sources nor tests', () => {
    const files = ['apps', 'libs', 'firmware-bridge', 'deploy'].flatMap((group) =>
      readdirSync(join(tree, group), { recursive: true, encoding: 'utf8' }),
    );
    const unwanted = files.filter((name) => !name.includes('node_modules') && /\.tsx?$|\.spec\.|^testing/.test(name));
    expect(unwanted).toEqual([]);
  });

  it('has every program, and whatever these import at their start', () => {
    const programs = entryPoints();
    expect(programs).toEqual(
      expect.arrayContaining(['apps/api-gateway/dist/main.js', 'firmware-bridge/simulators/dist/cli.js']),
    );
    const { stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', IMPORT_ALL, ...programs.map((path) => join(tree, path))],
      { cwd: tree, encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    );
    expect(/\{"missing":.*$/.exec(stderr)?.[0] ?? stderr).toBe('{"missing":[]}');
  });

  it('has what these import later', () => {
    const missing = builtFiles(tree)
      .filter((file) => file.endsWith('.js') && !file.includes('/spec-support/'))
      .flatMap((file) =>
        importsOf(readFileSync(join(tree, file), 'utf8'))
          .filter((name) => {
            if (name.startsWith('.')) return !existsSync(join(tree, dirname(file), name));
            const [first = '', second = ''] = name.split('/');
            return !isInstalled(tree, file, first.startsWith('@') ? join(first, second) : first);
          })
          .map((name) => `${file}: ${name}`),
      );
    expect(missing).toEqual([]);
  });

  it('has every file that its packages offer', () => {
    const offered = ['libs', 'firmware-bridge'].flatMap((group) =>
      readdirSync(join(tree, group)).flatMap((project) => {
        const place = join(group, project);
        const { exports = {} } = JSON.parse(readFileSync(join(tree, place, 'package.json'), 'utf8')) as {
          exports?: Record<string, string | { default: string }>;
        };
        return Object.values(exports).map((one) => join(place, typeof one === 'string' ? one : one.default));
      }),
    );
    expect(offered).toContain('libs/contracts/dist/index.js');
    expect(offered.filter((path) => !existsSync(join(tree, path)))).toEqual([]);
  });

  it('serves the console and the documents of both interfaces', async () => {
    const redis = await RedisServer.start({ kind: 'volatile' });
    const port = await freePort();
    const child = startProcess(
      {
        name: 'api-gateway',
        command: process.execPath,
        args: ['apps/api-gateway/dist/main.js'],
        cwd: tree,
        env: testEnv({
          PATH: process.env['PATH'],
          REDIS_URL: redis.url,
          REDIS_VOLATILE_URL: redis.url,
          PORT: String(port),
          ACEQUIA_HOST: '127.0.0.1',
          TELEMETRY_HISTORY_URL: 'http://127.0.0.1:1',
        }),
        diesWithParent: 'SIGKILL',
      },
      'ignore',
    );
    const statusOf = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    await eventually(async () => expect(await statusOf('/')).toBe(200));
    for (const path of ['/api/docs', '/api/docs/openapi.json', '/api/docs/asyncapi.yaml', '/api/docs/swagger-ui.css'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    const identity = identityOf(child.pid ?? 0);
    if (identity) await endProcess(identity, 'SIGKILL');
    await redis.stop();
  });
});
