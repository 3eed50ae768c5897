import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The web's packages as a few files. Jest gives each spec its own copy of every module, and Chakra, React and their like have more
 * than two thousand: reading and linking them was half of a component test. One copy of each, because they find each other in React.
 */
const WEB = fileURLToPath(new URL('.', import.meta.url));
const LOCK = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/web-packages', import.meta.url));
const require = createRequire(import.meta.url);

/** What JSX becomes: no source names it. */
const ALWAYS = ['react/jsx-runtime'];
/** Replaced, or given by Jest or Node. */
const LEFT_OUT = /^(\.|@acequia\/|@fontsource|@jest\/|socket\.io-client$)/;

/** Packages, and doors of packages, that the web's sources import. */
const imported = () => {
  const sources = readdirSync(join(WEB, 'src'), { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const text = sources.map((name) => readFileSync(join(WEB, 'src', name), 'utf8')).join('\n');
  const names = [...text.matchAll(/(?:from |import |import\()'([\w@./-]+)'/g)].map(([, name]) => name);
  return [...new Set([...ALWAYS, ...names.filter((name) => !LEFT_OUT.test(name))])].sort();
};

const fileOf = (name) => `${name.replaceAll(/[^\w.-]/g, '_')}.js`;

const ENTRY = '\0entry:';
/** One entry for each package, with the exports that Jest's own import of it would have. */
const entries = () => ({
  name: 'acequia-entries',
  resolveId: (id) => (id.startsWith(ENTRY) ? id : undefined),
  async load(id) {
    if (!id.startsWith(ENTRY)) return undefined;
    const name = id.slice(ENTRY.length);
    const { id: file } = await this.resolve(name, join(WEB, 'src/main.ts'));
    const { exports, inputFormat } = await this.load({ id: file });
    if (inputFormat !== 'cjs')
      return `export * from '${name}';${exports.includes('default') ? `export { default } from '${name}';` : ''}`;
    const keys = Object.keys(require(name)).filter((key) => key !== 'default' && /^[A-Za-z]\w*$/.test(key));
    return `import all from '${name}';export default all;export const { ${keys.join(', ')} } = all;`;
  },
});

const ACT = ['module && module[requireString]', '() => nodeTimers'];
/** React's `act` asks Node for its timers by a `require` that a bundle does not have. */
const nodeTimers = () => ({
  name: 'acequia-node-timers',
  transform(code, id) {
    if (!id.endsWith('/react/cjs/react.development.js')) return undefined;
    if (!code.includes(ACT[0])) this.error('React has changed: see apps/web/packages-for-tests.mjs');
    return code.replace(...ACT);
  },
});

const bundle = async (names, outDir) => {
  // Their files for development: React's `act` is in no other.
  process.env['NODE_ENV'] ??= 'development';
  const { build } = await import('vite');
  await build({
    root: WEB,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [entries(), nodeTimers()],
    build: {
      outDir,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [fileOf(name), `${ENTRY}${name}`])),
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: '[name]',
          chunkFileNames: 'part-[hash].js',
          intro: "import * as nodeTimers from 'node:timers';",
        },
      },
    },
  });
};

/** Bundles the packages unless it is done. @returns patterns of their names, and the file of each, for Jest's moduleNameMapper */
export const packagesForTests = async () => {
  const names = imported();
  const digest = createHash('sha256').update(names.join());
  for (const file of [LOCK, fileURLToPath(import.meta.url)]) digest.update(readFileSync(file));
  const folder = join(CACHE, digest.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const before = readdirSync(CACHE).filter((name) => !name.startsWith('draft-'));
    const draft = mkdtempSync(join(CACHE, 'draft-'));
    await bundle(names, draft);
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another run was quicker.
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
    for (const name of before) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
  return Object.fromEntries(names.map((name) => [`^${name.replaceAll('.', '\\.')}$`, join(folder, fileOf(name))]));
};
