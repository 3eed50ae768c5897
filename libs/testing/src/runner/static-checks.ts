import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached, graphDigest, type ProjectGraph } from './check-cache.js';
import { ROOT, runTool, type Outcome } from './command.js';
import { oneFailed, onePassed, type Tally } from './tally.js';

interface Check {
  name: string;
  run: () => Promise<Outcome>;
}

const GRAPH = join(ROOT, '.nx/workspace-data/project-graph.json');

/** ESLint's boundary rule reports nothing before Nx has built its graph: build it first, and treat a missing graph as a failure. */
const lint = async (): Promise<Outcome> => {
  const graph = await runTool('nx/dist/bin/nx.js', ['show', 'projects']);
  if (graph.code !== 0 || !existsSync(GRAPH)) return { ...graph, code: 1 };
  const digest = graphDigest(JSON.parse(readFileSync(GRAPH, 'utf8')) as ProjectGraph);
  const outcome = await runTool('eslint/bin/eslint.js', ['.', ...cached('eslint', digest)]);
  return outcome.output.includes('No cached ProjectGraph') ? { ...outcome, code: 1 } : outcome;
};

const FORMAT: Check = {
  name: 'formato',
  run: () => runTool('prettier/bin/prettier.cjs', ['--check', '.', '--log-level', 'warn', ...cached('prettier')]),
};
const LINT: Check = { name: 'lint', run: lint };
/** One program for all that runs on Node alone: each project's own would check the libraries it reads once more. */
const PROGRAMS = ['tsconfig.node.json', 'tsconfig.pages.json', 'apps/web/tsconfig.json'];
const TYPES: Check = {
  name: 'tipos',
  run: async () => {
    const outcomes: Outcome[] = [];
    for (const program of PROGRAMS) outcomes.push(await runTool('typescript/bin/tsc', ['-p', program]));
    return {
      code: Math.max(...outcomes.map(({ code }) => code)),
      output: outcomes.map(({ output }) => output).join('\n'),
    };
  },
};

const inTurn = async (checks: Check[]): Promise<Tally[]> => {
  const tallies: Tally[] = [];
  for (const { name, run } of checks) {
    const { code, output } = await run();
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
    if (code !== 0) console.log(output.trim());
    tallies.push(code === 0 ? onePassed() : oneFailed(name));
  }
  return tallies;
};

/**
 * Format, lint and types: each counts as one test. Prints the output of a failed one. Each uses one processor, and lint
 * takes as long as the other two.
 */
export const staticChecks = async (): Promise<Tally[]> =>
  (await Promise.all([inTurn([LINT]), inTurn([FORMAT, TYPES])])).flat();
