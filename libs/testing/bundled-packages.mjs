import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Packages as a few files. Jest gives each spec its own copy of every module: reading and linking thousands of them was half of a
 * component test and a third of one that starts a service.
 */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCK = join(ROOT, 'package-lock.json');
const CACHE = join(ROOT, 'node_modules/.cache/bundled-packages');
const ENTRY = '\0entry:';

const fileOf = (name) => `${name.replaceAll(/[^\w.-]/g, '_')}.js`;

/** One entry for each package, with the exports that Jest's own import of it would have. */
const entriesOf = (importer) => {
  const require = createRequire(importer);
  return {
    name: 'acequia-entries',
    resolveId: (id) => (id.startsWith(ENTRY) ? id : undefined),
    async load(id) {
      if (!id.startsWith(ENTRY)) return undefined;
      const name = id.slice(ENTRY.length);
      const { id: file } = await this.resolve(name, importer);
      const { exports, inputFormat } = await this.load({ id: file });
      if (inputFormat !== 'cjs')
        return `export * from '${name}';${exports.includes('default') ? `export { default } from '${name}';` : ''}`;
      const keys = Object.keys(require(name)).filter((key) => key !== 'default' && /^[A-Za-z]\w*$/.test(key));
      return `import all from '${name}';export default all;export const { ${keys.join(', ')} } = all;`;
    },
  };
};

/** Names of the files of a bundle. */
const OUTPUT = { format: 'es', entryFileNames: '[name]', chunkFileNames: 'part-[hash].js' };

/**
 * Bundles packages unless it is done. `importer` is a file that imports them, `source` the URL of the module that lists them and
 * `build` its way to write the bundle's `input` into a `folder`, with the plugin `entries`.
 * @returns patterns of their names, and the file of each, for Jest's moduleNameMapper
 */
export const bundled = async ({ kind, importer, source, names, build }) => {
  const digest = createHash('sha256').update(names.join());
  for (const file of [LOCK, fileURLToPath(import.meta.url), fileURLToPath(source)]) digest.update(readFileSync(file));
  const kept = join(CACHE, kind);
  const folder = join(kept, digest.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    mkdirSync(kept, { recursive: true });
    const before = readdirSync(kept).filter((name) => !name.startsWith('draft-'));
    const draft = mkdtempSync(join(kept, 'draft-'));
    const input = Object.fromEntries(names.map((name) => [fileOf(name), `${ENTRY}${name}`]));
    await build({ folder: draft, input, entries: entriesOf(importer), output: OUTPUT });
    try {
      renameSync(draft, folder);
    } catch (error) {
      // Another run was quicker.
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
    for (const name of before) rmSync(join(kept, name), { recursive: true, force: true });
  }
  return Object.fromEntries(names.map((name) => [`^${name.replaceAll('.', '\\.')}$`, join(folder, fileOf(name))]));
};

/** Packages, and doors of packages, that sources below folders import: without those of Node, of Acequia, or a path. */
export const importedBelow = (...folders) => {
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8')),
  );
  const names = [...sources.join('\n').matchAll(/(?:from |import |import\()'([\w@./-]+)'/g)].map(([, name]) => name);
  return [...new Set(names)].filter((name) => !/^(\.|node:|@acequia\/|@jest\/)/.test(name)).sort();
};
