import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.js';

/**
 * The first block of shell after a line of docs/operations.md that contains these words, with the guide's example names replaced.
 * @throws when the guide has no such line or block
 */
export const guide = (words: string, names: Record<string, string> = {}): string => {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const at = text.indexOf(words);
  const block = at < 0 ? null : /^```sh\n([^]*?)^```$/m.exec(text.slice(at));
  if (!block) throw new Error(`docs/operations.md has no block after «${words}»`);
  return Object.entries(names).reduce((lines, [name, value]) => lines.replaceAll(name, value), block[1]!);
};
