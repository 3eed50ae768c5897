import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundled, ROOT } from './bundled-packages.mjs';

/** What services are made of, and every door of it: two copies of Nest would not know each other's classes. */
const NAMES = [
  ...['common', 'common/internal', 'core', 'core/internal', 'microservices', 'microservices/constants.js', 'testing'],
  ...['platform-express', 'platform-socket.io', 'websockets', 'jwt', 'passport', 'terminus', 'typeorm'],
].map((name) => `@nestjs/${name}`);
const OTHERS = [
  ...['typeorm', 'pg', 'ioredis', 'bullmq', 'mqtt', 'rxjs', 'zod', 'prom-client', 'fast-check'],
  ...['api', 'exporter-trace-otlp-http', 'resources', 'sdk-trace-base'].map((name) => `@opentelemetry/${name}`),
];
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
    names: [...NAMES, ...OTHERS],
    build,
  });
