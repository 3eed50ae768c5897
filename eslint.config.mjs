import cspell from '@cspell/eslint-plugin';
import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import jest from 'eslint-plugin-jest';
import a11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { allRooms } from './eslint.rooms.mjs';
import { words } from './eslint.words.mjs';

/** Who may import whom: the arrows of docs/adr/0001. A tag that is missing here may import nothing. */
const arrows = [
  { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:bus', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:service-kit', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:protocol', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:simulators', onlyDependOnLibsWithTags: ['type:contracts', 'type:protocol'] },
  { sourceTag: 'type:local', onlyDependOnLibsWithTags: ['type:contracts'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:contracts', 'type:local'] },
  {
    sourceTag: 'type:service',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:bus', 'type:service-kit', 'type:protocol'],
  },
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:contracts'] },
  {
    sourceTag: 'type:tests',
    onlyDependOnLibsWithTags: [
      'type:contracts',
      'type:bus',
      'type:service-kit',
      'type:protocol',
      'type:testing',
      'type:local',
      'type:simulators',
    ],
  },
];
/** Specs may use the real parts that libs/testing starts, and the simulators that stand in for what is outside. */
const arrowsForSpecs = arrows.map((arrow) => ({
  ...arrow,
  onlyDependOnLibsWithTags: [...arrow.onlyDependOnLibsWithTags, 'type:testing', 'type:local', 'type:simulators'],
}));

const boundaries = (depConstraints) => [
  'error',
  { enforceBuildableLibDependency: false, allowCircularSelfDependency: true, allow: [], depConstraints },
];

/** Verbs and prepositions are English; handlers and controllers keep the names of their calls, which are Spanish. */
const SPANISH_FIRST =
  '/^(leer|listar|guardar|borrar|cambiar|poner|quitar|buscar|hay|tiene|es|son|de|del|por|para|con|sin|en|entre)(?=[A-Z]|$)/';
const englishVerbs = [
  ...[
    `MethodDefinition[key.name=${SPANISH_FIRST}]`,
    `FunctionDeclaration[id.name=${SPANISH_FIRST}]`,
    `VariableDeclarator[id.name=${SPANISH_FIRST}][init.type="ArrowFunctionExpression"]`,
  ].map((selector) => ({ selector, message: 'Begin the name of a function with an English word (CONTRIBUTING.md).' })),
];

/** In the console's theme these Chakra props make a media query that no browser reads. */
const noHiding = [
  ...['JSXAttribute[name.name=/^hide(Below|From)$/]', 'Property[key.name=/^hide(Below|From)$/]'].map((selector) => ({
    selector,
    message:
      "hideBelow and hideFrom hide nothing in our theme: write display={{ base: 'none', md: 'block' }}, or render one of two with useWideScreen (lib/screen).",
  })),
];

/** `...{ a, b }` in an object only keeps two fields on one line. */
const noPacking = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the fields themselves: spreading a literal only fights the formatter.',
};

/** mqtt.js refuses what is under way when its client ends: a promise that nobody holds then ends the process. */
const noDroppedPromise = {
  selector:
    'UnaryExpression[operator="void"] > CallExpression[callee.property.name=/^(publish|subscribe|unsubscribe|end)Async$/]',
  message: 'Await it, or call the form without Async, whose failure nobody has to hear.',
};
const everywhere = [noPacking, noDroppedPromise];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.data/**', 'firmware-bridge/esp32/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(arrows),
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      'no-restricted-imports': ['error', { patterns: [{ group: ['@acequia/*/spec-support'], message: 'For specs.' }] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    files: ['**/*.spec.ts', '**/*.spec.tsx', '**/*.fixture.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaries(arrowsForSpecs), 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.spec.ts', '**/*.spec.tsx'],
    plugins: { jest },
    settings: { jest: { version: 30 } },
    rules: {
      'jest/no-alias-methods': 'error',
      'jest/no-commented-out-tests': 'error',
      'jest/no-disabled-tests': 'error',
      'jest/no-done-callback': 'error',
      'jest/no-duplicate-hooks': 'error',
      'jest/no-export': 'error',
      'jest/no-focused-tests': 'error',
      'jest/no-identical-title': 'error',
      'jest/valid-describe-callback': 'error',
      'jest/valid-expect': 'error',
      'jest/valid-expect-in-promise': 'error',
      'jest/valid-title': 'error',
    },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'firmware-bridge/**/*.ts'],
    ignores: ['apps/web/**', '**/*.spec.ts', '**/*.handlers.ts', '**/*.controller.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...englishVerbs] },
  },
  { files: ['apps/web/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', ...everywhere, ...noHiding] } },
  ...allRooms,
  {
    files: ['**/*.ts', '**/*.tsx'],
    // Catalogues hold texts for people.
    ignores: ['**/migrations/**', '**/textos*.ts'],
    plugins: { '@cspell': cspell },
    rules: {
      '@cspell/spellchecker': [
        'error',
        {
          checkStrings: false,
          checkStringTemplates: false,
          checkJSXText: false,
          autoFix: false,
          generateSuggestions: false,
          // Comments quote texts for people.
          cspell: {
            language: 'en,en-GB',
            words,
            ignoreRegExpList: ['/`[^`\\n]*`/g', '/«[^»\\n]*»/g', '/"[^"\\n]*"/g'],
          },
        },
      ],
    },
  },
  {
    files: ['**/*.tsx', 'apps/web/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    ...a11y.configs.strict,
    files: ['apps/web/**/*.tsx'],
    // Chakra's elements that stand for one of HTML.
    settings: { 'jsx-a11y-x': { components: { Box: 'div', Flex: 'div', Image: 'img', Stack: 'div', Text: 'p' } } },
    rules: {
      ...a11y.configs.strict.rules,
      'jsx-a11y-x/aria-role': ['error', { ignoreNonDOM: true }],
      // The login and a dialog begin at their first field.
      'jsx-a11y-x/no-autofocus': 'off',
      // A part that scrolls takes the focus, so that keys can scroll it.
      'jsx-a11y-x/no-noninteractive-tabindex': 'off',
      'jsx-a11y-x/no-noninteractive-element-interactions': [
        'error',
        { handlers: ['onClick', 'onMouseDown', 'onMouseUp', 'onKeyDown', 'onKeyUp'], dialog: ['onClick'] },
      ],
    },
  },
  {
    // A press outside closes the dialog, as Escape does; the finder's field chooses options by keys (aria-activedescendant).
    files: ['apps/web/src/entities/switch/turn-on.tsx', 'apps/web/src/features/finder/components/palette.tsx'],
    rules: { 'jsx-a11y-x/click-events-have-key-events': 'off', 'jsx-a11y-x/interactive-supports-focus': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', setTimeout: 'readonly', fetch: 'readonly' },
    },
  },
  { files: ['apps/web/**/*.{ts,tsx}'], rules: { 'no-console': ['error', { allow: ['error'] }] } },
  {
    files: ['apps/web/public/*.js'],
    languageOptions: { globals: { window: 'readonly', document: 'readonly', localStorage: 'readonly' } },
  },
  {
    files: ['deploy/local/**', 'firmware-bridge/simulators/**', 'libs/testing/src/runner/**', 'tests/**'],
    rules: { 'no-console': 'off' },
  },
  prettier,
);
