import { runnerImport, type Plugin } from 'vite';
import { SHEET } from './theme-build.js';

const PLACE = '<!--login-->';

/** Only the rules of components are wanted here: their sheets are part of the console's. */
const noSheets: Plugin = {
  name: 'acequia-no-sheets',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-sheet' : undefined),
  load: (id) => (id === '\0no-sheet' ? '' : undefined),
};

/**
 * Puts the login into the shell of index.html, so that a slow phone can type before the console's code has come. A development server
 * goes without it.
 */
export function builtLogin(conditions: string[]): Plugin {
  const shell = async () => {
    const file = `${import.meta.dirname}/login-shell.tsx`;
    const { module } = await runnerImport<typeof import('./login-shell.js')>(file, {
      configFile: false,
      root: import.meta.dirname,
      plugins: [noSheets],
      resolve: { conditions },
    });
    return module.loginShell();
  };
  let made: ReturnType<typeof shell> | undefined;
  const login = () => (made ??= shell());
  return {
    name: 'acequia-built-login',
    apply: 'build',
    async transform(code, id) {
      // Behind the theme: it says the order of Chakra's layers.
      return id === `\0${SHEET}` ? code + (await login()).css : undefined;
    },
    async transformIndexHtml(html) {
      if (!html.includes(PLACE)) throw new Error('index.html has no place for the login');
      return html.replace(PLACE, (await login()).html);
    },
  };
}
