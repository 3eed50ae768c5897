import { ROUTES } from '@acequia/contracts';
import react from '@vitejs/plugin-react';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { builtTheme, unbuiltTheme } from './theme-build.js';

/**
 * Gives the client the route table's methods and paths without its schemas: validation is the server's,
 * and zod would weigh on the login page for nothing.
 */
function routeTable(): Plugin {
  const id = 'virtual:route-table';
  return {
    name: 'acequia-route-table',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      const table = Object.fromEntries(
        Object.entries(ROUTES).map(([name, { method, path, access }]) => [
          name,
          access === 'publico' ? `${method} ${path} ${access}` : `${method} ${path}`,
        ]),
      );
      // As "GET /placas": the keys of 120 objects would weigh on the login page.
      return `const table = ${JSON.stringify(table)};
for (const name in table) {
  const [method, path, access] = table[name].split(' ');
  table[name] = { method, path, access };
}
export const ROUTE_TABLE = table;`;
    },
  };
}

/** The console's code is run after the first paint (src/main.ts), but fetched from the first moment on. */
function preload(module: string): Plugin {
  return {
    name: 'acequia-precarga',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = new Set<string>();
        const visit = (file: string): void => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || chunk.isEntry || chunks.has(file)) return;
          chunks.add(file);
          chunk.imports.forEach(visit);
        };
        for (const [file, one] of Object.entries(bundle))
          if (one.type === 'chunk' && one.facadeModuleId?.endsWith(module)) visit(file);
        if (chunks.size === 0) this.error(`${module} has no chunk of its own`);
        return [...chunks].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** A .br beside each text file: smaller than what the server would compress on the fly, and at no cost to it. */
const compressed = (): Plugin => ({
  name: 'acequia-comprimido',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => /\.(js|css|html|svg)$/.test(name)))
      writeFileSync(join(dir, `${file}.br`), brotliCompressSync(readFileSync(join(dir, file))));
  },
});

const BASE =
  /node_modules\/(?:react|react-dom|react-is|scheduler|react-router|react-router-dom|@emotion|stylis|hoist-non-react-statics)\//;

/** What the login draws: a dozen files of a few hundred bytes each weigh more than one. */
const LOGIN_PARTS =
  /node_modules\/@chakra-ui\/react\/dist\/esm\/components\/(?:box|button|center|field|flex|heading|icon|input|link|stack|text)\/|web\/src\/components\/(?:icons|logo)\./;

/** Lists of words of the contracts, a few hundred bytes each. */
const WORDS =
  /libs\/contracts\/src\/(?:aviso-words|channels|claims|comando-estados|duration|encendido|magnitudes|numero|roles|switch-types|time-zone)\./;

/** The code whose imports `reached` follows. Other packages have files that import all of them. */
const FOLLOWED = /\/web\/src\/|\/node_modules\/(?:@tanstack|engine\.io-|socket\.io-|@socket\.io|react-error-boundary)/;

interface Graph {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/** Files of apps/web/src, and what they import. */
function reached(graph: Graph, files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id) || !FOLLOWED.test(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const file of files) visit(join(import.meta.dirname, 'src', file));
  return found;
}

const LOGIN = ['main.ts', 'app/start.tsx', 'features/session/login.page.tsx'];
const PANEL = ['app/layouts/usuario.layout.tsx', 'features/switch-panel/switch-panel.page.tsx'];
const CONSOLE = ['app/layouts/administration.layout.tsx', 'features/situation/situation.page.tsx'];

/**
 * What a frame and its first screen have in common with other screens, in one file instead of fifty, each of which a browser asks for:
 * `shared` of the end user's, `console` of the administrators'. What the screens before load is left out, so that they do not load the rest.
 */
function groupOf(id: string, graph: Graph): string | null {
  if (!FOLLOWED.test(id) || id.includes('/web/src/features/') || id.endsWith('.layout.tsx')) return null;
  if (reached(graph, LOGIN).has(id)) return null;
  if (reached(graph, PANEL).has(id)) return 'shared';
  return reached(graph, CONSOLE).has(id) ? 'console' : null;
}

const api = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), routeTable(), builtTheme(), unbuiltTheme(), preload('/app/start.tsx'), compressed()],
  resolve: { conditions: ['acequia-source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Every browser that runs ES2022 knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen stands on, in one file: dozens of crumbs compress worse and are asked for one by one.
          groups: [
            { name: 'base', test: BASE },
            { name: 'login-parts', test: LOGIN_PARTS },
            { name: groupOf, debugName: 'frames', includeDependenciesRecursively: false },
            { name: 'words', test: WORDS },
          ],
        },
      },
      // Chakra builds its whole default theme at import. Marked as free of side effects, its unused parts are dropped by the bundler.
      treeshake: {
        manualPureFunctions: ['defineConfig', 'mergeConfigs', 'createSystem', 'defineRecipe', 'defineSlotRecipe'],
      },
    },
  },
  server: {
    proxy: {
      // The Host stays the browser's: the api-gateway refuses what comes from another origin.
      '/api': { target: api, changeOrigin: false },
      '/socket.io': { target: api, ws: true, changeOrigin: false },
    },
  },
});
