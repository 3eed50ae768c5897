import { BUILT, prepare } from './prepare.mjs';

await prepare();
process.env[BUILT] = '1';
// By URL: Nx would read a literal import as "the launcher depends on the test library", which is the wrong way round.
const runner = new URL('../../libs/testing/dist/runner/run-tests.js', import.meta.url);
const { runTests } = await import(runner);
await runTests(process.argv.slice(2));
