import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder, e.g. the logs of an installation. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
