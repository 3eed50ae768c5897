import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundled, importedBelow, ROOT } from './bundled-packages.mjs';

/** Of all that runs on Node. */
const SOURCES = ['apps', 'libs', 'firmware-bridge', 'deploy']
  .flatMap((part) => readdirSync(join(ROOT, part)).map((name) => join(ROOT, part, name, 'src')))
  .filter((folder) => existsSync(folder) && !folder.includes('/apps/web/'));
/** What services are made of. */
const MADE_OF = /^(@nestjs|@opentelemetry)\/|^(typeorm|pg|ioredis|bullmq|mqtt|rxjs|zod|prom-client|fast-check)$/;
/** Doors that only packages open: two copies of Nest would not know each other's classes. */
const INSIDE = ['@nestjs/common/internal', '@nestjs/core/internal'];
/** Read by their own files at run time, or loaded by others that are not bundled. */
const LEFT_OUT = /^(reflect-metadata|express|socket\.io|pino|ws|passport|passport-jwt)(\/|$)/;

/** An optional package that nobody installed stays a name. */
const external = {
  name: 'acequia-external',
  resolveId: {
    order: 'pre',
    async handler(id, importer, options) {
      if (/^[./\0]|^node:/.test(id)) return undefined;
      if (LEFT_OUT.test(id)) return { id, external: true };
      return (await this.resolve(id, importer, { ...options, skipSelf: true })) ?? { id, external: true };
    },
  },
};

const build = async ({ folder, input, entries, output }) => {
  const made = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input,
    treeshake: false,
    preserveEntrySignatures: 'strict',
    plugins: [entries, external],
    logLevel: 'silent',
  });
  // Nest and TypeORM know classes by their names.
  await made.write({ ...output, dir: folder, keepNames: true });
  await made.close();
};

export const packagesOfServices = () =>
  bundled({
    kind: 'services',
    importer: join(ROOT, 'jest.config.mjs'),
    source: import.meta.url,
    names: [...INSIDE, ...importedBelow(...SOURCES).filter((name) => MADE_OF.test(name))],
    build,
  });
