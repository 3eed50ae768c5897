import { ChakraProvider } from '@chakra-ui/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { system } from './src/app/theme/system.js';

/** The theme as a style sheet. */
export const SHEET = 'virtual:theme.css';
const TOKENS = 'virtual:theme-tokens';
/** What the tokens are worked out from; the built console needs their values only. */
const SOURCE = '/src/app/theme/tokens.ts';
const CHAKRA = '/@chakra-ui/react/dist/esm/styled-system/';

/** Chakra's reset, the console's global styles and the variables of the theme, as Chakra itself writes them into the page. */
const sheet = (): string =>
  renderToStaticMarkup(createElement(ChakraProvider, { value: system, children: null })).replaceAll(
    /<\/?style[^>]*>/g,
    '',
  );

/** What the finished dictionary of tokens answers with: each token's value, and the variables of each colour palette. */
const tokens = (): string => {
  const { categoryMap, colorPaletteMap, getCategoryValues } = system.tokens;
  const values = Object.fromEntries([...categoryMap.keys()].map((name) => [name, getCategoryValues(name)]));
  const palettes = Object.fromEntries([...colorPaletteMap].map(([name, one]) => [name, Object.fromEntries(one)]));
  return `export const values = ${JSON.stringify(values)};\nexport const palettes = ${JSON.stringify(palettes)};`;
};

/** Lines of Chakra that work at each start of the console, and what stands for them in the built one. */
const AT_START: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'system.js': ['const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];', 'const _global = [];'],
  'token-dictionary.js': [
    `  registerTokens();
  registerTransform(...tokenTransforms);
  registerMiddleware(...tokenMiddlewares);
  build();
`,
    `  byCategoryJson = values;
  for (const [category, own] of Object.entries(values))
    for (const [name, value] of Object.entries(own)) flatMap.set(category + '.' + name, value);
  for (const [name, own] of Object.entries(palettes)) colorPaletteMap.set(name, new Map(Object.entries(own)));
`,
  ],
};

/**
 * Works the theme out once, here, instead of in each browser at each start (docs/adr/0017). A development server leaves it to the browser.
 * In the built console `system.token` knows nothing: read a token by its CSS variable.
 */
export const builtTheme = (): Plugin => ({
  name: 'acequia-built-theme',
  apply: 'build',
  load: (id) => (id === `\0${SHEET}` ? sheet() : id === `\0${TOKENS}` ? tokens() : undefined),
  resolveId: (source) => (source === SHEET || source === TOKENS ? `\0${source}` : undefined),
  transform(code, id) {
    if (id.endsWith(SOURCE)) return 'export const tokens = {};\nexport const semanticTokens = {};';
    const name = id.split(CHAKRA)[1];
    const change = name === undefined ? undefined : AT_START[name];
    if (!change) return undefined;
    if (!code.includes(change[0])) this.error(`${name} of Chakra has changed: see apps/web/theme-build.ts`);
    return `import { palettes, values } from '${TOKENS}';\n${code.replace(change[0], change[1])}`;
  },
});

/** The same for a development server: no style sheet, because Chakra makes it in the browser. */
export const unbuiltTheme = (): Plugin => ({
  name: 'acequia-unbuilt-theme',
  apply: 'serve',
  resolveId: (source) => (source === SHEET ? `\0${SHEET}` : undefined),
  load: (id) => (id === `\0${SHEET}` ? '' : undefined),
});
