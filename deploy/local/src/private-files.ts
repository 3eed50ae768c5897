import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files created with this umask are readable by their owner only. */
export const PRIVATE_UMASK = 0o077;

/** Removes all access of other users to a folder and its content, including files of older versions. */
export const makePrivate = (folder: string): void => {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink() || (stat.mode & 0o077) === 0) continue;
    chmodSync(path, stat.mode & 0o700);
  }
};
