import { expires, type RouteDefinition, ROUTES } from '@acequia/contracts';
import react from '@vitejs/plugin-react';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { builtLogin } from './login-build.js';
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
        Object.entries(ROUTES).map(([name, route]: [string, RouteDefinition]) => [
          name,
          [
            route.method,
            route.path,
            ...(route.access === 'publico' ? ['publico'] : []),
            ...(expires(route) ? ['vence'] : []),
          ].join(' '),
        ]),
      );
      // As "GET /placas": the keys of 120 objects would weigh on the login page.
      return `const table = ${JSON.stringify(table)};
for (const name in table) {
  const [method, path, kind] = table[name].split(' ');
  table[name] = { method, path, isPublic: kind === 'publico', expires: kind === 'vence' };
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

/** What draws the first screens. */
const RUN_AT_ONCE = /^(?:index|start|base|calls|shared|panel|console)$/;

/**
 * V8 compiles these files whole while they load, beside the page's own thread, which else compiles each function when it is first called
 * (https://v8.dev/blog/explicit-compile-hints).
 */
const compiledWhole = (): Plugin => ({
  name: 'acequia-compilado',
  apply: 'build',
  generateBundle: {
    // The line has to be the first of its file: Vite writes its own before it.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && RUN_AT_ONCE.test(chunk.name))
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
});

/** A .br beside each text file: smaller than what the server would compress on the fly, and at no cost to it. */
const compressed = (): Plugin => ({
  name: 'acequia-comprimido',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle).filter((name) => /\.(js|css|html|svg)$/.test(name)))
      writeFileSync(join(dir, `${file}.br`), brotliCompressSync(readFileSync(join(dir, file))));
  },
});

/** React, Emotion, and what the login draws of Chakra: a file of its own for each would weigh more than all in one. */
const BASE =
  /node_modules\/(?:react|react-dom|react-is|scheduler|react-router|react-router-dom|@emotion|stylis|hoist-non-react-statics)\/|node_modules\/(?:@ark-ui|@zag-js)\/.*\.anatomy\.|node_modules\/@chakra-ui\/react\/dist\/esm\/(?:anatomy\.|styled-system\/|utils\/|components\/(?:box|button|center|field|flex|grid|heading|icon|input|link|simple-grid|skeleton|stack|text)\/)|web\/src\/components\/(?:icons|logo)\./;

/** What opens over a screen: dialogs and menus. */
const OVERLAYS =
  /node_modules\/@chakra-ui\/react\/dist\/esm\/(?:components|theme\/recipes)\/(?:dialog|menu)[./]|web\/src\/components\/dialog\./;

/** What lists of records are drawn with, but for what opens over them. */
const LISTS =
  /node_modules\/@tanstack\/(?:react-virtual|virtual-core)\/|web\/src\/(?:components\/(?:table\/(?!bulk-dialog|views-sheet)|yes-no-chip)|entities\/empresa\/first-steps)/;

/** What devices of the relay cloud say, on the screens of every role. */
const DEVICES =
  /web\/src\/(?:entities\/dispositivo\/(?!phase-table)|components\/online-chip)|libs\/contracts\/src\/reasons/;

/** Words and rules of the contracts that many screens have, a few hundred bytes each. */
const WORDS =
  /libs\/contracts\/src\/(?:aviso-words|channels|claims|comando-estados|duration|encendido|historial-limits|magnitudes|numero|proteccion-caudal|roles|switch-types|time-zone)/;

/** What each kind of alarm is: administrators' first screens say it. */
const ALARMS = /libs\/contracts\/src\/aviso-(?:datos|tipos)/;

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

const MAIN = ['main.ts'];
const LOGIN = [...MAIN, 'app/start.tsx', 'features/session/login.page.tsx'];
const PANEL = ['app/layouts/usuario.layout.tsx', 'features/switch-panel/switch-panel.page.tsx'];
const PANEL_AND_CHART = [...PANEL, 'features/switch-panel/components/sensor-chart.tsx'];
/** Nobody's else: a file of its own, not a crumb for each. */
const PANEL_ITSELF = /\/web\/src\/(?:app\/layouts\/usuario\.layout|features\/switch-panel\/)/;
const CONSOLE = ['app/layouts/administration.layout.tsx', 'features/situation/situation.page.tsx'];

/**
 * What a frame and its first screen have in common with other screens, in one file instead of fifty, each of which a browser asks for:
 * `shared` of the end user's, `console` of the administrators', with their first screen itself, and `calls` of all with the login. What the screens
 * before load is left out, so that they do not load the rest.
 */
function groupOf(id: string, graph: Graph): string | null {
  if (WORDS.test(id)) return 'shared';
  if (ALARMS.test(id)) return 'console';
  if (PANEL_ITSELF.test(id) && reached(graph, PANEL).has(id)) return 'panel';
  const itself = CONSOLE.some((file) => id.endsWith(file)) || id.includes('/web/src/features/situation/');
  // A chart comes with its library, after the screen.
  if (!FOLLOWED.test(id) || (!itself && /\/web\/src\/(?:features|components\/chart)\/|\.layout\.tsx$/.test(id)))
    return null;
  const [ofMain, ofLogin, ofPanel, ofConsole] = [MAIN, LOGIN, PANEL_AND_CHART, CONSOLE].map((files) =>
    reached(graph, files).has(id),
  );
  if (ofLogin) return !ofMain && (ofPanel || ofConsole) ? 'calls' : null;
  if (ofPanel) return 'shared';
  return ofConsole ? 'console' : null;
}

const CONDITIONS = ['acequia-source', 'module', 'browser', 'development|production'];
const api = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [
    react(),
    routeTable(),
    builtTheme(),
    unbuiltTheme(),
    builtLogin(CONDITIONS),
    preload('/app/start.tsx'),
    compiledWhole(),
    compressed(),
  ],
  resolve: { conditions: CONDITIONS },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // One sheet: two thirds of it are wanted by the first paint, and the rest by nearly every screen.
    cssCodeSplit: false,
    // Every browser that runs ES2022 knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen stands on, in one file: dozens of crumbs compress worse and are asked for one by one.
          groups: [
            { name: 'base', test: BASE },
            { name: groupOf, debugName: 'frames', includeDependenciesRecursively: false },
            { name: 'overlays', test: OVERLAYS },
            { name: 'lists', test: LISTS, includeDependenciesRecursively: false },
            { name: 'devices', test: DEVICES, includeDependenciesRecursively: false },
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
