import { packagesOfServices } from './libs/testing/packages-of-services.mjs';
import { packagesOfTheWeb } from './apps/web/packages-for-tests.mjs';

/** Imports name what is built. */
const SOURCES = { '^(\\.{1,2}/.*)\\.js$': '$1' };

/** Jest 30 with native ESM, because Nest 12 is ESM only. `deploy/local/test.mjs` chooses the suite and starts the real parts. */
const suite = (displayName, testMatch, extra = {}) => ({
  displayName,
  testEnvironment: 'node',
  testMatch,
  // The default is below TMPDIR, which the runner makes anew for each run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: SOURCES,
  testEnvironmentOptions: { customExportConditions: ['acequia-source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data'],
  transform: { '^.+\\.ts$': ['@swc/jest', { swcrc: false, ...swcOptions }] },
  ...extra,
});

const isAsked = (name) => !process.argv.includes('--selectProjects') || process.argv.includes(name);

/** Screens in jsdom, with a server made of the contract: what a screen does with its data. */
const components = async () => {
  const test = '<rootDir>/apps/web/src/test';
  const { jsc } = swcOptions;
  const withReact = {
    ...swcOptions,
    jsc: { ...jsc, parser: { ...jsc.parser, tsx: true }, transform: { react: { runtime: 'automatic' } } },
  };
  return suite('component', ['<rootDir>/apps/web/src/**/*.spec.tsx'], {
    testEnvironment: `${test}/environment.mjs`,
    testEnvironmentOptions: { customExportConditions: ['acequia-source', 'browser'] },
    extensionsToTreatAsEsm: ['.ts', '.tsx', '.svg'],
    moduleNameMapper: {
      ...(isAsked('component') && (await packagesOfTheWeb())),
      ...SOURCES,
      '\\.css$': `${test}/no-style.ts`,
      '^virtual:route-table$': `${test}/route-table.ts`,
      '^socket\\.io-client$': `${test}/live-socket.ts`,
    },
    transform: { '^.+\\.tsx?$': ['@swc/jest', { swcrc: false, ...withReact }], '\\.svg$': `${test}/picture.mjs` },
    setupFilesAfterEnv: [`${test}/setup.ts`],
  });
};

const swcOptions = {
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};

/** `COVERAGE=folder npm test unit component`: the lines that their specs run, in two reports below that folder. */
const coverage = (folder) => ({
  collectCoverage: true,
  coverageProvider: 'v8',
  coverageDirectory: `${folder}/${isAsked('component') ? 'component' : 'unit'}`,
  coverageReporters: ['json-summary', 'html'],
  collectCoverageFrom: [
    '{apps,libs,firmware-bridge,deploy}/**/src/**/*.{ts,tsx}',
    '!**/*.{spec,fixture}.*',
    '!**/*.d.ts',
    '!**/{dist,node_modules,spec-support,test}/**',
    '!libs/testing/**',
  ],
});

export default {
  ...(process.env.COVERAGE && coverage(process.env.COVERAGE)),
  // Real servers start inside the tests, on machines that are busy: this only ends a test that hangs.
  testTimeout: 240_000,
  // Of the tests that a file declares `concurrent`: they mostly wait, each for something of its own.
  // Such a test starts no service: between the end of one test and the start of another, Jest refuses an import().
  maxConcurrency: 6,
  projects: [
    suite(
      'unit',
      [
        '<rootDir>/libs/*/src/**/*.spec.ts',
        '<rootDir>/apps/*/src/**/*.spec.ts',
        '<rootDir>/firmware-bridge/*/src/**/*.spec.ts',
        '<rootDir>/deploy/local/src/**/*.spec.ts',
      ],
      isAsked('unit') && { moduleNameMapper: { ...(await packagesOfServices()), ...SOURCES } },
    ),
    await components(),
    suite('system', ['<rootDir>/tests/system/src/**/*.spec.ts']),
    // The other specs run only with `npm run security`: they take minutes or wait for long limits.
    suite('security', ['<rootDir>/tests/security/src/**/*.spec.ts'], {
      testPathIgnorePatterns: [
        '/node_modules/',
        ...(process.env.SECURITY_WHOLE === '1' ? [] : ['\\.whole\\.spec\\.ts$']),
      ],
    }),
    suite('scale', ['<rootDir>/tests/scale/src/**/*.spec.ts']),
    suite('containers', ['<rootDir>/tests/containers/src/**/*.spec.ts']),
    suite('faults', ['<rootDir>/tests/faults/src/**/*.spec.ts']),
    suite('browser', ['<rootDir>/tests/browser/src/**/*.spec.ts']),
  ],
};
