import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writePrivate } from './data-folder.js';

/** A password for each name: generated once and stored in a file readable by its owner only. */
export const storedPasswords = <Name extends string>(file: string, names: readonly Name[]): Record<Name, string> => {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const all = names.map((name) => [name, known[name] ?? randomBytes(24).toString('hex')] as const);
  const passwords = Object.fromEntries(all) as Record<Name, string>;
  if (names.some((name) => known[name] === undefined)) writePrivate(file, JSON.stringify(passwords));
  return passwords;
};
