import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a process makes under it is its owner's alone. */
export const PRIVATE_UMASK = 0o077;

/** Takes a folder, and everything in it, from everybody but its owner: what older versions left there too. */
export const makePrivate = (folder: string): void => {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink() || (stat.mode & 0o077) === 0) continue;
    chmodSync(path, stat.mode & 0o700);
  }
};
