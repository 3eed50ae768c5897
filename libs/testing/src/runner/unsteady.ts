import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './command.js';

const LIST = 'tests/unsteady.json';

const UnsteadyFiles = z
  .array(
    z.strictObject({
      /** Path from the root of the repository. */
      file: z.string().regex(/\.spec\.tsx?$/, 'must be the path of a spec'),
      /** Date of discovery, YYYY-MM-DD. */
      since: z.iso.date(),
      /** What is known about the cause. */
      known: z.string().min(20, 'must say what is known'),
    }),
  )
  .max(5, 'may name at most five files: mend one first');

/** Paths of files that may pass at the second attempt. @throws when the list breaks its rules */
export const unsteadyFiles = (root = ROOT): Set<string> => {
  const list = UnsteadyFiles.safeParse(JSON.parse(readFileSync(join(root, LIST), 'utf8')));
  if (!list.success) throw new Error(`${LIST}: ${z.prettifyError(list.error)}`);
  const paths = list.data.map(({ file }) => join(root, file));
  const gone = paths.find((path) => !existsSync(path));
  if (gone !== undefined) throw new Error(`${LIST} names ${gone}, which does not exist`);
  return new Set(paths);
};
