import { join } from 'node:path';
import { bundled, importedBelow, ROOT } from '../../libs/testing/bundled-packages.mjs';

const WEB = join(ROOT, 'apps/web/src');
/** What JSX becomes: no source names it. */
const ALWAYS = ['react/jsx-runtime'];
/** Styles, and what a test replaces. */
const LEFT_OUT = /^(@fontsource|socket\.io-client$)/;

const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;
/** All but React as it is built for people: Emotion checks each style anew when it is built for its developers. */
const builds = {
  name: 'acequia-builds',
  enforce: 'pre',
  transform: (code, id) => (REACT.test(id) ? undefined : code.replaceAll('process.env.NODE_ENV', '"production"')),
};

/** Of a file of React: a piece of its text, and what stands there instead. */
const PATCHES = [
  // React's `act` asks Node for its timers by a `require` that a bundle does not have.
  [/\/react\/cjs\/react\.development\.js$/, 'module && module[requireString]', '() => nodeTimers'],
  // A stack for each element, for React's own tools in a browser: a sixth of a component test.
  [
    /\/react\/cjs\/react(-jsx-runtime)?\.development\.js$/,
    '1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++',
    'false',
  ],
];
const patches = {
  name: 'acequia-patches',
  transform(code, id) {
    const mine = PATCHES.filter(([file]) => file.test(id));
    if (mine.some(([, text]) => !code.includes(text))) this.error(`${id} has changed: see ${import.meta.url}`);
    return mine.reduce((patched, [, text, instead]) => patched.replaceAll(text, instead), code);
  },
};

const build = async ({ folder, input, entries, output }) => {
  // Its files for development: React's `act` is in no other.
  process.env['NODE_ENV'] ??= 'development';
  const vite = await import('vite');
  await vite.build({
    root: join(ROOT, 'apps/web'),
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: { conditions: ['module', 'browser', 'production'] },
    plugins: [entries, builds, patches],
    build: {
      outDir: folder,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: { ...output, intro: "import * as nodeTimers from 'node:timers';" },
      },
    },
  });
};

/** One copy of each, because they find each other in React. */
export const packagesOfTheWeb = () =>
  bundled({
    kind: 'web',
    importer: join(WEB, 'main.ts'),
    source: import.meta.url,
    names: [...ALWAYS, ...importedBelow(WEB).filter((name) => !LEFT_OUT.test(name))],
    build,
  });
