import { ROUTES } from '@acequia/contracts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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
        Object.entries(ROUTES).map(([name, { method, path }]) => [name, { method, path }]),
      );
      return `export const ROUTE_TABLE = ${JSON.stringify(table)};`;
    },
  };
}

const api = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), routeTable()],
  resolve: { conditions: ['acequia-source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Chakra builds its whole default theme at import; told that these have no effects, the bundler drops what we do not use.
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
