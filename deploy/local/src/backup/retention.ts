const NAME = /^acequia-(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\d-\d{3}Z(\.vacio)?\.respaldo$/;

/** However often backups are made, so many of the newest stay: the one before an upgrade among them. */
const NEWEST = 3;
const WEEKS = 8;
const MONTHS = 12;

/** Name of a backup in a folder of backups; it tells when it was made (ISO 8601), and whether the installation had a company. */
export const backupName = (created: string, isEmpty: boolean): string =>
  `acequia-${created.replace(/[:.]/g, '-')}${isEmpty ? '.vacio' : ''}.respaldo`;

/** Days since 1970, in UTC. */
const dayOf = (name: string): number => Date.parse(NAME.exec(name)![1]!) / 86_400_000;
/** A week begins on Monday; 1 January 1970 was a Thursday. */
const weekOf = (name: string): number => Math.floor((dayOf(name) + 3) / 7);
const monthOf = (name: string): string => NAME.exec(name)![1]!.slice(0, 7);

/** The newest of each of the `count` newest periods that have one. `newestFirst` is in that order. */
const newestOfEach = (newestFirst: string[], periodOf: (name: string) => number | string, count: number): string[] => {
  const found = new Map<number | string, string>();
  for (const name of newestFirst) if (!found.has(periodOf(name))) found.set(periodOf(name), name);
  return [...found.values()].slice(0, count);
};

/**
 * Which of a folder's files may go: not the three newest backups, nor the newest of each of the last `days` days, 8 weeks and 12
 * months that have one. Backups of an empty installation are counted apart, so that they replace nobody's data. Other files stay.
 */
export const superfluous = (names: string[], days: number): string[] => {
  const backups = names.filter((name) => NAME.test(name)).sort();
  const isEmpty = (name: string): boolean => NAME.exec(name)![2] !== undefined;
  const full = backups.filter((name) => !isEmpty(name)).reverse();
  const empty = backups.filter(isEmpty).reverse();
  const kept = new Set([
    ...full.slice(0, NEWEST),
    ...empty.slice(0, NEWEST),
    ...newestOfEach(full, dayOf, days),
    ...newestOfEach(full, weekOf, WEEKS),
    ...newestOfEach(full, monthOf, MONTHS),
  ]);
  return backups.filter((name) => !kept.has(name));
};
